/**
 * Loaded before each test file: the tests play the same seeds each time, so nobody's run fails by luck. `SLIPWAY_SEED` plays others. Seeds that
 * nobody has seen belong to `npm run simulate`, `soak` and `fuzz`.
 */
import { configureGlobal, readConfigureGlobal } from 'fast-check'

const seed = (process.env['SLIPWAY_SEED'] ??= '20261122')
configureGlobal({ ...readConfigureGlobal(), seed: Number(seed) })
