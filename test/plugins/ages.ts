/**
 * The plugin acme/notes, of which the tests install several versions, by its argument: in 1, notes have a colour; in 2, notes have a paper
 * instead; `forgetful` and `wrong` are like 2, but cannot upgrade the states of 1.
 */
import { appendFileSync } from 'node:fs'
import * as z from 'zod'
import { computed, defineProvider, defineResource, type ResourceOptions, secret, serve } from '@slipway/sdk'

const [age = '1'] = process.argv.slice(2)
const common = { text: z.string(), key: secret(z.string()).optional(), id: computed(z.string()) }
const called = (what: string): void => appendFileSync(process.env['NOTES_CALLS'] ?? '/dev/null', `${age} ${what}\n`)

const first = z.object({ ...common, colour: z.string().default('white') })
const second = z.object({ ...common, paper: z.object({ colour: z.string(), lines: z.array(z.string()) }) })

function note<S extends z.ZodObject>(schema: S, more: Partial<ResourceOptions<S, z.ZodObject<{}>>> = {}) {
  return defineResource({
    type: 'notes/note',
    schema: schema as unknown as typeof first,
    settlement: 'repeatable',
    deploy({ spec, current, resourceId }) {
      called(`${current === undefined ? 'create' : 'update'} ${JSON.stringify([current?.spec, spec])}`)
      return { id: resourceId }
    },
    destroy: ({ spec }) => called(`destroy ${JSON.stringify(spec)}`),
    ...(more as object),
  })
}

const upgrades = {
  1: ({ colour, ...rest }: { readonly [name: string]: unknown }) => {
    called('upgrade')
    if (age === 'forgetful') throw new Error('nobody knows any more what colours were')
    return age === 'wrong' ? { ...rest, colour } : { ...rest, paper: { colour, lines: [] } }
  },
}

const type = age === '1' ? note(first) : note(second, { schemaVersion: 2, upgrades })
await serve(defineProvider({ id: 'acme/notes', version: age === '1' ? '1.0.0' : '2.0.0', resources: [type], log() {} }))
