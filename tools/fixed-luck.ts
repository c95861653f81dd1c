/**
 * Loaded before each test file: the tests play the same seeds each time, so no run fails by luck. `SLIPWAY_SEED` plays others, and
 * `npm run simulate`, `soak` and `fuzz` play new ones.
 */
import { configureGlobal, readConfigureGlobal } from 'fast-check'

const seed = (process.env['SLIPWAY_SEED'] ??= '20261122')
configureGlobal({ ...readConfigureGlobal(), seed: Number(seed) })
