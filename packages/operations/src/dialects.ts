import { deployEngine, type Dialect } from '@slipway/host'

/** The dialects of plugins that Slipway speaks. Whoever brings another one puts it here, and nothing else changes. */
export const dialects: readonly Dialect[] = [deployEngine]
