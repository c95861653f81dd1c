import { createRequire } from 'node:module'

/** Of the package: `0.1.0`. */
export const version = (createRequire(import.meta.url)('../../package.json') as { version: string }).version
