/** A transformer as its author would write it: a shop is a sign, and a list of what it sells. */
import { call, computed, defineAbstractResource, defineTransformer, reference, serve, text } from '@slipway/sdk'
import { z } from 'zod'

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
  expand: ({ name, spec: { owner, folder, goods, mode }, linksTo }) => ({
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
          content: text`${owner} sells ${Array.isArray(goods) && goods.length === 0 ? 0 : reference('resources', `${name}_goods`, 'spec', 'size')} bytes of goods, beside ${linksTo.map((other) => other.name).join(' and ') || 'nobody'}`,
        },
      },
    },
    outputs: { sign: reference('resources', `${name}_sign`, 'spec', 'path') },
  }),
})

await serve(defineTransformer({ id: 'acme/shops', version: '1.0.0', transform: 'shops-2026', resources: [shop] }))
