/** A transformer as its author would write it: a shop becomes a sign, and a list of its goods. */
import {
  call,
  computed,
  defineAbstractLink,
  defineAbstractResource,
  defineTransformer,
  type LinkedTo,
  reference,
  serve,
  text,
  transient,
} from '@slipway/sdk'
import { z } from 'zod'

/** `tea (far)` */
function neighbour({ name, annotations }: LinkedTo): string {
  const distance = annotations['shops.distance']
  return typeof distance === 'string' ? `${name} (${distance})` : name
}

function refuseEntry(): object {
  throw transient('the street is closed', { hint: 'go by bicycle' })
}

const shop = defineAbstractResource({
  type: 'shops/shop',
  label: 'Shop',
  description: 'A sign, and a list of what is sold.',
  canLinkTo: ['shops/shop'],
  schema: z.object({
    owner: z.string(),
    folder: z.string().default('shops'),
    goods: z.array(z.string()).max(3),
    mode: z.string().optional(),
    sign: computed(z.string()),
  }),
  validate: ({ spec: { owner } }) =>
    owner === 'nobody' ? [{ severity: 'error', message: 'a shop needs an owner', path: 'spec.owner' }] : [],
  expand: async ({ name, spec: { owner, folder, goods, mode }, linksTo }) => ({
    ...(owner === 'sleeper' && (await new Promise<object>(() => undefined))),
    ...(owner === 'thief' ? refuseEntry() : {}),
    resources: {
      [`${name}_goods`]: {
        type: 'local/file',
        spec: {
          path: text`${folder}/${name}.goods`,
          content: Array.isArray(goods) ? goods.map(String).join('\n') : call('join', goods, '\n'),
          mode,
        },
      },
      [`${name}_sign`]: {
        type: 'local/file',
        spec: {
          path: text`${folder}/${name}.sign`,
          content: text`${owner} sells ${Array.isArray(goods) && goods.length === 0 ? 0 : reference('resources', `${name}_goods`, 'spec', 'size')} bytes of goods, beside ${linksTo.map(neighbour).join(' and ') || 'nobody'}`,
        },
      },
    },
    outputs: { sign: reference('resources', `${name}_sign`, 'spec', 'path') },
  }),
})

const beside = defineAbstractLink({
  a: shop,
  b: shop,
  description: 'One shop is beside another.',
  annotations: { 'shops.distance': { on: 'a', type: 'string', allowedValues: ['near', 'far'], default: 'near' } },
  cardinality: { a: { max: 1 } },
})

await serve(
  defineTransformer({
    id: 'acme/shops',
    version: '1.0.0',
    transform: 'shops-2026',
    resources: [shop],
    links: [beside],
  }),
)
