import type { PropertySchema } from '@slipway/model'

/** What a blueprint may write as annotations. */
export const annotationsSchema: PropertySchema = {
  type: 'map',
  mapValues: { type: 'union', oneOf: [{ type: 'string' }, { type: 'float' }, { type: 'boolean' }] },
}
