export * from '@resilience4cata/runtime/config/index'
