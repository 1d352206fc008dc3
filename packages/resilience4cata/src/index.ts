export * from '@resilience4cata/policies/index'
