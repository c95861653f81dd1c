/** A provider that asks others through the gateway: for functions, resources and locks. */
import { appendFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  computed,
  defineFunction,
  defineLink,
  defineProvider,
  defineResource,
  refused,
  replacing,
  secret,
  serve,
  variadic,
} from '@slipway/sdk'
import * as z from 'zod'

const one = z.object({ n: z.number() })

const functions = [
  defineFunction({
    name: 'area',
    parameters: z.object({ width: z.number(), height: z.number() }),
    returns: z.number(),
    call: ({ width, height }) => width * height,
  }),
  defineFunction({
    name: 'pong',
    parameters: one,
    returns: z.number(),
    call: ({ n }, { host }) => host.call('paper::ping', [n], z.number()),
  }),
  defineFunction({
    name: 'factorial',
    summary: 'Calls itself, with another argument each time.',
    parameters: one,
    returns: z.number(),
    call: async ({ n }, { host }) => (n < 2 ? 1 : n * (await host.call('shapes::factorial', [n - 1], z.number()))),
  }),
  defineFunction({
    name: 'endless',
    parameters: one,
    returns: z.number(),
    call: ({ n }, { host }) => host.call('shapes::endless', [n + 1], z.number()),
  }),
  defineFunction({
    name: 'initials',
    summary: 'Gives a function of the language to another one.',
    parameters: z.object({ words: variadic(z.array(z.string())) }),
    returns: z.string(),
    async call({ words }, { host }) {
      const first = await host.callForFunction('substr_g', [0, 1])
      const upper = await host.callForFunction('compose', [
        first,
        await host.callForFunction('trim_g').catch(() => first),
      ])
      const letters = await host.call('map', [words, upper], z.array(z.string()))
      return host.call('join', [letters, ''], z.string())
    },
  }),
  defineFunction({
    name: 'impatient',
    parameters: one,
    returns: z.number(),
    call: ({ n }, { host }) => host.call('slow', [n], z.number()),
  }),
  defineFunction({
    name: 'via_gopher',
    summary: 'Asks a provider in Go, which has asked it.',
    parameters: one,
    returns: z.string(),
    call: ({ n }, { host }) => host.call('gopher::dig', ['ho', n], z.string()),
  }),
  defineFunction({
    name: 'ring_gopher',
    parameters: one,
    returns: z.string(),
    call: ({ n }, { host }) => host.call('gopher::dig_ring', [n], z.string()),
  }),
  defineFunction({ name: 'twin', parameters: one, returns: z.string(), call: () => 'of shapes' }),
  defineFunction({
    name: 'own_twin',
    parameters: one,
    returns: z.string(),
    call: ({ n }, { host }) => host.call('twin', [n], z.string()),
  }),
  defineFunction({
    name: 'makes',
    parameters: one,
    returns: z.string(),
    async call(_, { host }) {
      await host.deploy({ type: 'paper/sheet', name: 'stray', id: 'stray', spec: { title: 'stray' } })
      return 'made'
    },
  }),
]

const frame = defineResource({
  type: 'shapes/frame',
  schema: z.object({
    backing: z.string(),
    lock: z.string().optional(),
    fail: z.boolean().optional(),
    refuse: z.boolean().optional(),
    style: replacing(z.string()).optional(),
    second: z.string().optional(),
    motto: secret(z.string()).optional(),
    sheet: computed(z.string()),
    pages: computed(z.number()),
    copied: computed(z.string().optional()),
  }),
  settlement: 'repeatable',
  async deploy({ spec, host, resourceName }) {
    if (spec.lock !== undefined) {
      await host.lock(spec.lock)
      appendFileSync(process.env['SHAPES_LOG'] ?? '/dev/null', `${resourceName} in\n`)
      await sleep(50)
      appendFileSync(process.env['SHAPES_LOG'] ?? '/dev/null', `${resourceName} out\n`)
    }
    const made = await host.deploy({
      type: 'paper/sheet',
      name: 'backing',
      spec: { title: spec.motto ?? spec.backing, ...(spec.motto !== undefined && { seal: 'wax of the king' }) },
      waitUntilStable: true,
    })
    const { id, pages, watermark } = z.object({ id: z.string(), pages: z.number(), watermark: z.string() }).parse(made)
    const found = await host.find({ type: 'paper/sheet', id })
    if (spec.second !== undefined)
      await host.deploy({ type: 'paper/sheet', name: 'second', spec: { title: spec.second } })
    if (spec.fail === true) throw new Error('the glass broke')
    if (spec.refuse === true) throw refused('no frame like that')
    const copied = spec.motto === undefined ? {} : { copied: Buffer.from(watermark).toString('hex') }
    return { sheet: found?.resourceName ?? 'not found', pages, ...copied }
  },
  destroy: ({ host, spec }) =>
    spec.backing.startsWith('kept') ? undefined : host.destroy({ type: 'paper/sheet', name: 'backing' }),
})

/** Every frame that is linked to a sheet gets a caption, which is a sheet of its own. */
const caption = defineLink({
  a: frame,
  b: 'paper/sheet',
  async updateIntermediaries({ action, a, b, host }) {
    await host.lock(b.resourceName)
    appendFileSync(process.env['SHAPES_LOG'] ?? '/dev/null', `${a.resourceName} in\n`)
    await sleep(20)
    appendFileSync(process.env['SHAPES_LOG'] ?? '/dev/null', `${a.resourceName} out\n`)
    if (action === 'destroy') {
      if (a.spec['backing'] !== 'kept') await host.destroy({ type: 'paper/sheet', name: 'caption' })
      return { resources: [] }
    }
    await host.deploy({ type: 'paper/sheet', name: 'caption', spec: { title: `caption of ${a.resourceName}` } })
    return { resources: [] }
  },
})

await serve(defineProvider({ id: 'acme/shapes', version: '1.0.0', resources: [frame], links: [caption], functions }))
