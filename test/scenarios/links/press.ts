/** A provider whose things are JSON files below `out/`: authors, pages, and a link from one to the other. */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'
import { computed, defineLink, defineProvider, defineResource, linking, serve, transient, unexpected, type LinkPhaseCall } from '@slipway/sdk'

type Thing = Record<string, unknown>

function fileOf({ variables }: { readonly variables: Readonly<Record<string, unknown>> }, id: string): string {
  const folder = join(String(variables['blueprintDir']), 'out')
  mkdirSync(folder, { recursive: true })
  return join(folder, `${id}.json`)
}

function read(file: string): Thing | undefined {
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Thing) : undefined
}

/** A thing that somebody else made under this name does not count as the resource's own. */
function own(call: Parameters<typeof fileOf>[0] & { readonly resourceId: string; readonly resourceName: string }) {
  const thing = read(fileOf(call, call.resourceName))
  return thing?.['id'] === call.resourceId ? thing : undefined
}

function write(file: string, thing: Thing): void {
  writeFileSync(file, `${JSON.stringify(thing)}\n`)
}

const author = defineResource({
  type: 'press/author',
  schema: z.object({ name: z.string(), id: computed(z.string()) }),
  idField: 'id',
  settlement: 'find',
  settlesWithinMs: 0,
  deploy(call) {
    write(fileOf(call, call.resourceName), { id: call.resourceId, name: call.spec.name })
    return { id: call.resourceName }
  },
  read(call) {
    const thing = own(call)
    return thing && { name: String(thing['name']), id: call.resourceName }
  },
  destroy: (call) => rmSync(fileOf(call, call.resourceName), { force: true }),
})

const page = defineResource({
  type: 'press/page',
  schema: z.object({ title: z.string() }),
  settlement: 'find',
  settlesWithinMs: 0,
  deploy(call) {
    write(fileOf(call, call.resourceName), { id: call.resourceId, title: call.spec.title })
    return {}
  },
  read(call) {
    const thing = own(call)
    return thing && { title: String(thing['title']) }
  },
  destroy: (call) => rmSync(fileOf(call, call.resourceName), { force: true }),
})

const desk = defineResource({
  type: 'press/desk',
  schema: z.object({
    chief: linking(z.string()).optional(),
    editors: z.array(linking(z.string())).optional(),
    motto: z.string().optional(),
  }),
  settlement: 'find',
  settlesWithinMs: 0,
  deploy(call) {
    write(fileOf(call, call.resourceName), { id: call.resourceId, ...call.spec })
    return {}
  },
  read: (call) => own(call),
  destroy: (call) => rmSync(fileOf(call, call.resourceName), { force: true }),
})

/** Changes the file of one end, if it exists. */
function change(call: LinkPhaseCall<unknown>, end: 'a' | 'b', entry: Thing): void {
  const file = fileOf(call, call[end].resourceName)
  const thing = read(file)
  if (thing === undefined) return
  for (const [key, value] of Object.entries(entry)) {
    if (call.action === 'destroy') delete thing[key]
    else thing[key] = value
  }
  write(file, thing)
}

let attempts = 0

const edits = defineLink({
  a: author,
  b: page,
  description: 'Lets an author write a page',
  first: 'a',
  annotations: {
    'press.role': { on: 'a', type: 'string', allowedValues: ['reader', 'editor'], default: 'reader' },
  },
  cardinality: { b: { max: 2 } },
  validate: ({ a, b }) =>
    a.spec['name'] === b.spec['title'] ? [{ severity: 'error', message: 'nobody edits a page about himself' }] : [],
  plan: ({ a, annotations }) => ({ by: a.spec['name'], role: annotations['press.role'] }),
  updateA(call) {
    change(call, 'a', { [call.b.resourceName]: call.annotations['press.role'] })
    return { by: call.a.spec['name'], role: call.annotations['press.role'] }
  },
  updateB(call) {
    if (existsSync(fileOf(call, 'locked'))) throw unexpected('the page is locked', ['locked by the printer'])
    if (existsSync(fileOf(call, 'busy')) && attempts++ === 0) throw transient('the page is busy')
    change(call, 'b', { author: call.a.resourceName })
  },
  updateIntermediaries(call) {
    const resourceId = `${call.a.resourceName}--${call.b.resourceName}`
    if (call.action === 'destroy') {
      rmSync(fileOf(call, resourceId), { force: true })
      return { resources: [] }
    }
    write(fileOf(call, resourceId), { badge: resourceId })
    return { resources: [{ resourceId, type: 'press/badge', spec: { badge: resourceId } }], data: { badge: resourceId } }
  },
  read: (call) =>
    Object.fromEntries(
      call.intermediaries.flatMap(({ resourceId }) => {
        const thing = read(fileOf(call, resourceId))
        return thing === undefined ? [] : [[resourceId, thing]]
      }),
    ),
})

const leads = defineLink({
  a: desk,
  b: author,
  description: 'Names the chief of a desk',
  first: 'b',
  updateB(call) {
    change(call, 'b', { leads: call.a.resourceName })
    return { chief: call.b.spec.name }
  },
})

const retryPolicy = { maxRetries: 2, firstDelayMs: 1, maxDelayMs: 1, factor: 1, jitter: false }

await serve(
  defineProvider({ id: 'test/press', version: '1.0.0', resources: [author, page, desk], links: [edits, leads], retryPolicy }),
)
