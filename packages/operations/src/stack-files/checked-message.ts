import type { CodedReference } from '@slipway/engine'
import type { CallPlace } from '../inline/call-place.ts'
import type { ToldCheckOutcome } from '../inline/outside/checks.ts'
import type { LinksTo } from '../inline/options/links-to.ts'
import type { FromStack, ToldCheck, ToldError, ToldSpec, ToldVariable } from './messages.ts'
import type { Tree } from './value-tree.ts'

type Fields = Readonly<Record<string, unknown>>
type Read = { readonly [Type in FromStack['type']]: (fields: Fields) => Extract<FromStack, { readonly type: Type }> }

const longestText = 1 << 20
const mostNames = 100_000
const deepestPath = 500

/** Checks a message from a stack's process, because a module can write anything to the descriptor. @throws TypeError with the problem */
export function checkedMessage(message: unknown): FromStack {
  const fields = mapOf(message, 'a message')
  const { type } = fields
  if (typeof type !== 'string' || !Object.hasOwn(readers, type))
    throw new TypeError(`there is no message ${String(type)}`)
  return readers[type as FromStack['type']](fields)
}

const readers: Read = {
  loaded: ({ name, variables }) => ({
    type: 'loaded',
    name: optionalText(name, 'name'),
    variables: listOf(variables, 'variables').map(variableOf),
  }),
  module: ({ file }) => ({ type: 'module', file: textOf(file, 'file') }),
  'not-loaded': ({ error }) => ({ type: 'not-loaded', error: errorOf(error) }),
  checked: ({ id, checks, protect }) => ({
    type: 'checked',
    id: numberOf(id, 'id'),
    checks: Object.fromEntries(Object.entries(mapOf(checks, 'checks')).map(([name, check]) => [name, checkOf(check)])),
    protect: typeof protect === 'boolean' ? protect : optionalText(protect, 'protect'),
  }),
  asked: ({ name, resource, place, dependsOn, labels, linkSelector, removalPolicy, options, spec }) => ({
    type: 'asked',
    name: textOf(name, 'name'),
    resource: textOf(resource, 'resource'),
    place: placeOf(place),
    dependsOn: textsOf(dependsOn, 'dependsOn'),
    labels: labels === undefined ? undefined : labelsOf(labels),
    linkSelector: linkSelector === undefined ? undefined : linksTo(linkSelector),
    removalPolicy: optionalText(removalPolicy, 'removalPolicy'),
    options: options as Tree,
    spec: spec === undefined ? undefined : specOf(spec),
  }),
  spec: ({ name, spec }) => ({ type: 'spec', name: textOf(name, 'name'), spec: specOf(spec) }),
  'spec-failed': ({ name, error }) => ({ type: 'spec-failed', name: textOf(name, 'name'), error: errorOf(error) }),
  field: ({ id, name, path, place }) => ({
    type: 'field',
    id: numberOf(id, 'id'),
    name: textOf(name, 'name'),
    path: textOf(path, 'path'),
    place: placeOf(place),
  }),
  read: ({ id, data, call, place }) => ({
    type: 'read',
    id: numberOf(id, 'id'),
    data: data === undefined ? undefined : dataOf(data),
    call: call === undefined ? undefined : callOf(call),
    place: placeOf(place),
  }),
  going: ({ id, aliases }) => ({ type: 'going', id: numberOf(id, 'id'), aliases: textsOf(aliases, 'aliases') }),
  warning: ({ diagnostic }) => ({ type: 'warning', diagnostic: warningOf(diagnostic) }),
  said: ({ exports }) => ({
    type: 'said',
    exports: listOf(exports, 'exports').map((entry) => {
      const [name, value] = listOf(entry, 'an export')
      return value === undefined ? [textOf(name, 'name')] : [textOf(name, 'name'), value as Tree]
    }),
  }),
  outcomes: ({ outcomes }) => ({ type: 'outcomes', outcomes: listOf(outcomes, 'outcomes').map(outcomeOf) }),
  failing: ({ error }) => ({ type: 'failing', error: errorOf(error) }),
  failed: ({ error }) => ({ type: 'failed', error: errorOf(error) }),
  exiting: ({ code, place }) => ({ type: 'exiting', code: numberOf(code, 'code'), place: placeOf(place) }),
  pong: () => ({ type: 'pong' }),
  closing: ({ open }) => ({ type: 'closing', open: textsOf(open, 'open') }),
}

function dataOf(data: unknown) {
  const { type, filter, fields } = mapOf(data, 'data')
  return { type: textOf(type, 'type'), filter: (filter ?? null) as Tree, fields: textsOf(fields, 'fields') }
}

function callOf(call: unknown) {
  const { name, args } = mapOf(call, 'call')
  return { name: textOf(name, 'name'), args: listOf(args, 'args') as Tree }
}

function variableOf(variable: unknown): ToldVariable {
  const { name, isSecret, schema } = mapOf(variable, 'a variable')
  return {
    name: textOf(name, 'name'),
    isSecret: isSecret === true,
    schema: schema === undefined ? undefined : mapOf(schema, 'schema'),
  }
}

function checkOf(check: unknown): ToldCheck {
  const { problem, secret, value } = mapOf(check, 'a check')
  return {
    value: value as Tree | undefined,
    problem: optionalText(problem, 'problem'),
    secret: optionalText(secret, 'secret'),
  }
}

function specOf(given: unknown): ToldSpec {
  const { spec, beside, needs, refers } = mapOf(given, 'spec')
  return {
    spec: (spec ?? null) as Tree,
    beside: (beside ?? null) as Tree,
    needs: textsOf(needs, 'needs'),
    refers: refers === undefined ? undefined : listOf(refers, 'refers').map(referenceOf),
  }
}

function referenceOf(given: unknown): CodedReference {
  const { path, names } = mapOf(given, 'a reference')
  const steps = listOf(path, 'path').map((step) => (typeof step === 'number' ? step : textOf(step, 'path')))
  if (steps.length > deepestPath) throw new TypeError(`a path has more than ${deepestPath} steps`)
  return { path: steps, names: textsOf(names, 'names') }
}

function errorOf(error: unknown): ToldError {
  const { name, message, stack, place, ours } = mapOf(error, 'error')
  return {
    name: textOf(name, 'name'),
    message: textOf(message, 'message'),
    stack: optionalText(stack, 'stack'),
    place: placeOf(place),
    ours: typeof ours === 'number' ? ours : undefined,
  }
}

function warningOf(diagnostic: unknown) {
  const { code, message, hint } = mapOf(diagnostic, 'diagnostic')
  const more = optionalText(hint, 'hint')
  return {
    code: textOf(code, 'code'),
    message: textOf(message, 'message'),
    severity: 'warning' as const,
    ...(more !== undefined && { hint: more }),
  }
}

function labelsOf(labels: unknown): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(mapOf(labels, 'labels')).map(([name, label]) => [name, textOf(label, name)]))
}

function outcomeOf(told: unknown): ToldCheckOutcome {
  const { name, outcome, message, until, place } = mapOf(told, 'an outcome')
  if (outcome !== 'met' && outcome !== 'unmet' && outcome !== 'open')
    throw new TypeError('an outcome is neither met nor unmet nor open')
  return {
    name: textOf(name, 'name'),
    place: placeOf(place),
    outcome,
    ...(message !== undefined && { message: textOf(message, 'message') }),
    ...(until !== undefined && { until: textOf(until, 'until') }),
  }
}

function linksTo(selector: unknown): LinksTo {
  const { byLabel, exclude } = mapOf(selector, 'linkSelector')
  return { byLabel: labelsOf(byLabel), exclude: textsOf(exclude, 'exclude') }
}

function placeOf(place: unknown): CallPlace | undefined {
  if (place === undefined || place === null) return undefined
  const { file, line, column } = mapOf(place, 'place')
  return { file: textOf(file, 'file'), line: numberOf(line, 'line'), column: numberOf(column, 'column') }
}

function mapOf(given: unknown, what: string): Fields {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) throw new TypeError(`${what} is not a map`)
  return given as Fields
}

function listOf(given: unknown, what: string): readonly unknown[] {
  if (Array.isArray(given) && given.length <= mostNames) return given
  throw new TypeError(`${what} is not a list, or has more than ${mostNames} items`)
}

function textsOf(given: unknown, what: string): readonly string[] {
  return listOf(given, what).map((text) => textOf(text, what))
}

function textOf(given: unknown, what: string): string {
  if (typeof given === 'string' && given.length <= longestText) return given
  throw new TypeError(`${what} is not text, or longer than ${longestText >> 10} KB`)
}

function optionalText(given: unknown, what: string): string | undefined {
  return given === undefined ? undefined : textOf(given, what)
}

function numberOf(given: unknown, what: string): number {
  if (typeof given === 'number' && Number.isSafeInteger(given)) return given
  throw new TypeError(`${what} is not a whole number`)
}
