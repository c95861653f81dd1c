import { isDeepStrictEqual } from 'node:util'
import { badInput, computed, defineResource, refused, type Call } from '@slipway/sdk'
import * as z from 'zod'
import { config, type Config } from './config.ts'
import { fill, valuesIn } from './fill.ts'
import { type Answer, contentOf, send, type Request } from './send.ts'

const url = z.string().min(1).describe('URL. `{id}` is replaced by `id` from the response to `create`.')
const body = z
  .unknown()
  .optional()
  .describe('Body. A string is sent as it is, any other value as JSON. Write an empty object as the string "{}".')
const method = (usual: string) =>
  z
    .string()
    .regex(/^[A-Z]+$/)
    .default(usual)
    .describe('HTTP method.')

export const request = defineResource({
  type: 'http/request',
  label: 'Request',
  description: 'An object of a service, with the requests that create, read, update and destroy it.',
  examples: [
    `type: http/request
spec:
  headers: { authorization: "Bearer \${variables.token}" }
  create: { url: https://ci.example/hooks, body: { event: push } }
  read: { url: "https://ci.example/hooks/{id}" }
  update: { url: "https://ci.example/hooks/{id}", body: { event: push } }
  destroy: { method: DELETE, url: "https://ci.example/hooks/{id}" }
  expect: { event: push }`,
  ],
  config,
  schema: z.object({
    headers: z.record(z.string(), z.string()).optional().describe('Headers of every request.'),
    create: z
      .object({ method: method('POST'), url, body })
      .describe(
        'Request that creates the object. With `update`, Slipway refuses a change of all URLs at once, since it cannot know whether another object is meant. Slipway adds the header `idempotency-key`. If the response is lost and the other URLs need it, Slipway cannot find the object: if it exists, remove it yourself.',
      ),
    read: z
      .object({ url })
      .optional()
      .describe(
        'Request that reads the object. The status 404 or 410 means that it does not exist. Without `read`, Slipway assumes that the object exists.',
      ),
    update: z
      .object({ method: method('PUT'), url, body })
      .optional()
      .describe(
        'Request that updates the object. Slipway sends it when the spec has changed. Without `update`, any change of `create` replaces the object, and drift is an error.',
      ),
    destroy: z
      .object({ method: method('DELETE'), url, body })
      .optional()
      .describe('Request that destroys the object. Without `destroy`, the object stays.'),
    expect: z
      .record(z.string(), z.unknown())
      .optional()
      .describe('Values that the response to `read` must contain. Anything else is drift.'),
    response: computed(z.unknown().describe('Response to `create`: the value if it is JSON, otherwise a string.')),
  }),
  // Services that use the header make the object once. Only the user knows whether this service does.
  settlement: 'ask',

  imports: {
    by: 'URL that reads it',
    async find({ spec, id, resourceName, ...call }) {
      if (spec.read === undefined)
        throw badInput('an object can only be imported by the URL that reads it, but no request reads it', {
          hint: 'add "read"',
        })
      const { url: template } = spec.read
      const said = formsOf(id, call.config)
        .map((one) => valuesIn(template, one))
        .find((one) => one !== undefined)
      const response = said && (await importedAs(spec, { id, said, call }))
      if (response === undefined) return undefined
      const answer = await ask({ ...spec, response }, resourceName, call)
      if (answer === undefined || gone.includes(answer.status)) return undefined
      return { response, ...(spec.expect && { expect: namesOf(spec.expect, contentOf(answer)) }) }
    },
  },

  replaces: ({ spec, current }) => {
    if (spec.update === undefined) return isDeepStrictEqual(spec.create, current.spec.create) ? [] : ['create']
    if (isElsewhere(spec, current.spec)) throw perhapsAnother()
    return []
  },

  async deploy({ spec, current, resourceId, resourceName, ...call }) {
    if (current === undefined) {
      const headers = { 'idempotency-key': resourceId, ...spec.headers }
      return { response: contentOf(await send({ ...spec.create, headers }, call, 'change')) }
    }
    const { response } = current.spec
    refuseLost({ ...spec, response }, resourceName)
    if (spec.update !== undefined) await send(filled(spec.update, { ...spec, response }, resourceName), call, 'change')
    else await refuseDrift({ ...spec, response }, resourceName, call)
    // The user has confirmed that it exists, and its URLs do not need the response: there is nothing to wait for.
    return { response: response ?? null }
  },

  async read({ spec, resourceName, ...call }) {
    refuseLost(spec, resourceName)
    const answer = await ask(spec, resourceName, call)
    if (answer === undefined) return spec.response === undefined ? undefined : {}
    if (gone.includes(answer.status)) return undefined
    return spec.expect === undefined ? {} : { expect: namesOf(spec.expect, contentOf(answer)) }
  },

  async destroy({ spec, resourceName, ...call }) {
    refuseLost(spec, resourceName)
    if (spec.destroy !== undefined) await send(filled(spec.destroy, spec, resourceName), call, 'change', gone)
  },
})

/** A URL with and without its origin: a blueprint may have either. */
function formsOf(id: string, { baseUrl }: Config): readonly string[] {
  if (baseUrl === undefined || !URL.canParse(id, baseUrl)) return [id]
  const { href, origin, pathname, search } = new URL(id, baseUrl)
  return [id, href, ...(origin === new URL(baseUrl).origin ? [`${pathname}${search}`] : [])]
}

interface Imported {
  /** The URL that the user has given. */
  readonly id: string
  /** The values for the placeholders of the URL. */
  readonly said: object
  readonly call: Pick<Call<Config>, 'config' | 'signal'>
}

/**
 * The object's description of itself, as if it had been the response to `create`, with the parts of its URL. `undefined`: there is none.
 */
async function importedAs(spec: Asking, { id, said, call }: Imported): Promise<unknown> {
  const answer = await send(
    { method: 'GET', url: id, ...(spec.headers && { headers: spec.headers }) },
    call,
    'look',
    gone,
  )
  if (gone.includes(answer.status)) return undefined
  const content = contentOf(answer)
  return isObject(content) ? withSaid(content, said) : Object.keys(said).length > 0 ? said : content
}

function withSaid(content: Readonly<Record<string, unknown>>, said: object): object {
  const merged = Object.entries(said).map(([name, value]): [string, unknown] => {
    const told = content[name]
    if (isObject(value)) return [name, withSaid(isObject(told) ? told : {}, value)]
    // `7` in an answer becomes `"7"` in a URL.
    return [name, String(told) === value ? told : value]
  })
  return { ...content, ...Object.fromEntries(merged) }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

type Places = Readonly<Record<'create' | 'read' | 'update' | 'destroy', { readonly url: string } | undefined>>

/** Whether all URLs have changed. If one stays, the others are only corrections. */
function isElsewhere(spec: Partial<Places>, recorded: Partial<Places>): boolean {
  const both = (['create', 'read', 'update', 'destroy'] as const).filter((one) => spec[one] && recorded[one])
  return both.every((one) => spec[one]?.url !== recorded[one]?.url)
}

/** An update there might overwrite somebody else's object, and a replacement might destroy the new one under its old URL. */
function perhapsAnother(): Error {
  return badInput('all its URLs change, so Slipway cannot tell whether they mean the same object', {
    hint: 'if it is another object, give the resource another name; if it is the same, keep the old URL of create for this up, and change it with the next',
  })
}

interface Requests {
  readonly read?: { readonly url: string } | undefined
  readonly update?: { readonly url: string } | undefined
  readonly destroy?: { readonly url: string } | undefined
  readonly response?: unknown
}

/**
 * After a create whose response was lost, the values for the URLs are unknown. "Not found" would be wrong: the object would be made a
 * second time, or left behind.
 */
function refuseLost({ read, update, destroy, response }: Requests, name: string): void {
  if (response !== undefined) return
  const lost = [read, update, destroy].find((one) => one !== undefined && fill(one.url, undefined) === undefined)
  if (lost === undefined) return
  throw badInput(`Slipway cannot complete "${lost.url}": the response to create was lost`, {
    hint: `look for the object at the service, and remove it there; then: slipway state rm ${name}`,
  })
}

interface Asking extends Requests {
  readonly headers?: Request['headers'] | undefined
}

/** The object's present state; `undefined` without a request that reads it. */
async function ask(
  spec: Asking,
  name: string,
  call: Pick<Call<Config>, 'config' | 'signal'>,
): Promise<Answer | undefined> {
  return spec.read && (await send({ method: 'GET', ...filled(spec.read, spec, name) }, call, 'look', gone))
}

/** Without anything to send, the drift cannot be corrected, and a success would be a lie. */
async function refuseDrift(
  { expect, ...spec }: Asking & { readonly expect?: Readonly<Record<string, unknown>> | undefined },
  name: string,
  call: Pick<Call<Config>, 'config' | 'signal'>,
): Promise<void> {
  const answer = expect && (await ask(spec, name, call))
  if (expect === undefined || answer === undefined) return
  const found = gone.includes(answer.status) ? {} : namesOf(expect, contentOf(answer))
  const drifted = Object.keys(expect).filter((one) => !isDeepStrictEqual(plain(found[one]), plain(expect[one])))
  if (drifted.length === 0) return
  throw refused(`it is not as expected (${drifted.join(', ')}), but no request updates it`, [], {
    hint: `add "update", correct "expect", or replace it: slipway up --replace ${name}`,
  })
}

/** Values as they travel, without the empty ones. */
function plain(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value ?? undefined
  const rest = Object.entries(value)
    .map(([name, one]) => [name, plain(one)] as const)
    .filter(([, one]) => one !== undefined)
  if (rest.length === 0) return undefined
  return Array.isArray(value) ? rest.map(([, one]) => one) : Object.fromEntries(rest)
}

/** Statuses that say that the object was not found, or is gone. */
const gone = [404, 410]

function filled<R extends Pick<Request, 'url'>>(
  asked: R,
  { headers, response }: Pick<Asking, 'headers' | 'response'>,
  name: string,
): R & Pick<Request, 'headers'> {
  const place = fill(asked.url, response)
  if (place === undefined)
    throw badInput(`"${asked.url}" names something that is not in the response to create`, {
      hint: `correct the URL, and run: slipway up; or remove the object at the service, and then: slipway state rm ${name}`,
    })
  return { ...asked, url: place, ...(headers && { headers }) }
}

/** The expected parts of an answer. */
function namesOf(expected: object, content: unknown): Record<string, unknown> {
  const found: Record<string, unknown> = typeof content === 'object' && content !== null ? { ...content } : {}
  return Object.fromEntries(Object.keys(expected).map((name) => [name, found[name] ?? null]))
}
