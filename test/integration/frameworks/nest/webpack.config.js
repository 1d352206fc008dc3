const resilience4cata = require('unplugin-resilience4cata/webpack')

module.exports = (options) => ({ ...options, plugins: [...options.plugins, resilience4cata()] })
