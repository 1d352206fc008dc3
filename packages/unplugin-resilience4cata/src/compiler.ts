export * from '@resilience4cata/compiler/index'
