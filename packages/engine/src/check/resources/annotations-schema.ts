import type { PropertySchema } from '@slipway/model'

/** The annotations that a blueprint may have. */
export const annotationsSchema: PropertySchema = {
  type: 'map',
  mapValues: { type: 'union', oneOf: [{ type: 'string' }, { type: 'float' }, { type: 'boolean' }] },
}
