export * from '@resilience4cata/runtime/http/index'
