import manifest from '../package.json' with { type: 'json' }

/** The version of Slipway: `0.1.0`. */
export const version: string = manifest.version
