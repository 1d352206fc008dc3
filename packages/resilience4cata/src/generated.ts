export * from '@resilience4cata/policies/generated'
