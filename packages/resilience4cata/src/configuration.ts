import '@resilience4cata/policies/configuration'
