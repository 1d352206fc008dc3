export * from '@resilience4cata/hosts/register'
