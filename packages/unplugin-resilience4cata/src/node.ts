import '@resilience4cata/hosts/node'
