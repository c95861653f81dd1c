/**
 * A provider and a transformer on our SDK, with one of everything. `WHOLE_TROUBLE=deploy:TRANSIENT` makes that part fail in that way, every time.
 */
import * as z from 'zod'
import {
  computed,
  defineAbstractLink,
  defineAbstractResource,
  defineDataSource,
  defineFunction,
  defineLink,
  defineProvider,
  defineResource,
  defineTransformer,
  defineVariableType,
  badInput,
  reference,
  transient,
  unexpected,
} from '@slipway/sdk'

const failures = { BAD_INPUT: badInput, TRANSIENT: transient, UNEXPECTED: unexpected }

function trouble(part: string): void {
  const [which, code] = (process.env['WHOLE_TROUBLE'] ?? '').split(':')
  if (which === part) throw failures[code as keyof typeof failures](`${part} is in trouble`, ['one', 'two'])
}

const thing = defineResource({
  type: 'whole/thing',
  label: 'Thing',
  description: 'Nothing but a name.',
  examples: ['type: whole/thing'],
  schema: z.object({ name: z.string(), id: computed(z.string()) }),
  idField: 'id',
  settlement: 'repeatable',
  canLinkTo: ['whole/thing'],
  validate() {
    trouble('validate')
    return []
  },
  deploy({ resourceId }) {
    trouble('deploy')
    return { id: resourceId }
  },
  stabilised() {
    trouble('stabilised')
    return true
  },
  read({ spec }) {
    trouble('read')
    return { name: spec.name }
  },
  destroy() {
    trouble('destroy')
  },
})

const tie = defineLink({
  a: thing,
  b: thing,
  description: 'Ties one to another.',
  annotations: { 'whole.knot': { on: 'a', type: 'string', default: 'bow' } },
  cardinality: { a: { max: 3 } },
  provides: [{ name: 'whole/tied', end: 'b' }],
  first: 'a',
  validate() {
    trouble('link-validate')
    return []
  },
  plan() {
    trouble('link-plan')
    return { knot: 'bow' }
  },
  updateA() {
    trouble('link-a')
    return { knot: 'bow' }
  },
  updateB() {
    trouble('link-b')
  },
  updateIntermediaries({ action, linkId }) {
    trouble('link-between')
    return {
      resources: action === 'destroy' ? [] : [{ resourceId: `${linkId}-rope`, type: 'whole/rope', spec: { long: 3 } }],
    }
  },
  read({ linkId }) {
    trouble('link-read')
    return { [`${linkId}-rope`]: { long: 3 } }
  },
})

const fact = defineDataSource({
  type: 'whole/fact',
  description: 'What is so.',
  examples: ['type: whole/fact'],
  filters: z.object({ about: z.string() }),
  fields: z.object({ text: z.string() }),
  validate() {
    trouble('data-validate')
    return []
  },
  fetch({ where }) {
    trouble('data-fetch')
    return { text: `all about ${where.about}` }
  },
})

const twice = defineFunction({
  name: 'twice',
  summary: 'A text two times.',
  parameters: z.object({ text: z.string() }),
  returns: z.string(),
  call({ text }) {
    trouble('function')
    return text + text
  },
})

const size = defineVariableType({
  type: 'whole/size',
  description: 'How large.',
  examples: ['type: whole/size'],
  options: { small: { value: 1, label: 'Small' }, large: { value: 9, label: 'Large' } },
})

export const provider = defineProvider({
  id: 'acme/whole',
  version: '1.0.0',
  config: z.object({ mood: z.string().default('good') }),
  retryPolicy: { maxRetries: 2, firstDelayMs: 5, maxDelayMs: 10, factor: 1, jitter: false },
  resources: [thing],
  links: [tie],
  dataSources: [fact],
  functions: [twice],
  variableTypes: [size],
  log() {},
})

const pair = defineAbstractResource({
  type: 'whole/pair',
  label: 'Pair',
  description: 'A thing, made twice.',
  examples: ['type: whole/pair'],
  canLinkTo: ['whole/pair'],
  schema: z.object({ name: z.string(), id: computed(z.string()) }),
  validate() {
    trouble('abstract-validate')
    return []
  },
  expand({ name, spec }) {
    trouble('expand')
    const one = { type: 'whole/thing', spec: { name: spec.name } }
    return {
      resources: { [`${name}_one`]: one, [`${name}_two`]: one },
      outputs: { id: reference('resources', `${name}_one`, 'spec', 'id') },
    }
  },
})

const married = defineAbstractLink({
  a: pair,
  b: pair,
  description: 'Pairs that know each other.',
  annotations: { 'whole.years': { on: 'a', type: 'integer', default: 1 } },
  cardinality: { a: { max: 1 } },
})

export const transformer = defineTransformer({
  id: 'acme/pairs',
  version: '1.0.0',
  transform: 'pairs-2026',
  config: z.object({ mood: z.string().default('good') }),
  resources: [pair],
  links: [married],
  validateLinks() {
    trouble('links-validate')
    return []
  },
  log() {},
})
