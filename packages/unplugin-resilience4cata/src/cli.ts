import '@resilience4cata/hosts/cli'
