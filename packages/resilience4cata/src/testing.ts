export * from '@resilience4cata/testing/index'
