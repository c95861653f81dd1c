import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { type Provider, valueMap } from '@slipway/model'
import { decode, encode, type Init, type Method, type RpcChannel, RpcFailure, Status } from '@slipway/protocol'
import { PulumiProviderMethods, PulumiResources } from '@slipway/protocol/pulumi'
import { stashType } from './definitions.ts'
import { PackageProvider } from './package-provider.ts'
import type { Wishes } from './resource-wish.ts'

const { Configure, Check, Diff, Create, Update, Read, Delete } = PulumiProviderMethods

/** `DiffChanges` of the wire. */
const [none, some] = [1, 2]

/**
 * The plugin of stashes, which Pulumi's engine has built in. The first `input` of a stash stays its `output` until the stash is replaced.
 * It answers like any plugin, so that all options of resources apply.
 */
const answers = new Map([
  on(Configure, () => ({ acceptSecrets: true, acceptResources: true, supportsPreview: true })),
  on(Check, ({ news }) => ({ inputs: news, failures: failuresIn(Object.keys(news?.fields ?? {})) })),
  on(Diff, ({ oldInputs, news }) => {
    const isSame = isDeepStrictEqual(inputIn(oldInputs), inputIn(news))
    return isSame ? { changes: none } : { changes: some, diffs: ['input'] }
  }),
  on(Create, ({ properties, preview }) => ({
    id: preview ? '' : randomUUID(),
    properties: { fields: { input: inputIn(properties), output: inputIn(properties) } },
  })),
  on(Update, ({ olds, news }) => ({ properties: { fields: { ...olds?.fields, input: inputIn(news) } } })),
  // A stash exists only in the state, so an unrecorded one cannot be found.
  on(Read, ({ id, inputs, properties }) => (inputIn(inputs) === undefined ? {} : { id, inputs, properties })),
  on(Delete, () => ({})),
])

function on<Request, Response>(method: Method<Request, Response>, answer: (request: Request) => Init<Response>) {
  const { name, request, response } = method
  return [name, (asked: Uint8Array) => encode(response, answer(decode(request, asked)))] as const
}

function inputIn(properties: { readonly fields: Readonly<Record<string, object>> } | undefined) {
  return properties?.fields['input']
}

function failuresIn(names: readonly string[]): readonly { readonly property: string; readonly reason: string }[] {
  const unknown = names.filter((name) => name !== 'input')
  const failures = unknown.map((property) => ({ property, reason: 'a stash has no such property: it has "input"' }))
  return names.includes('input')
    ? failures
    : [{ property: 'input', reason: 'a stash needs a value to keep' }, ...failures]
}

const channel: RpcChannel = {
  call(method, request) {
    const answer = answers.get(method.name)
    if (answer !== undefined) return Promise.resolve(decode(method.response, answer(encode(method.request, request))))
    const details = { status: Status.unimplemented, delivered: true, ended: true }
    return Promise.reject(new RpcFailure('protocol/unimplemented', `a stash has no ${method.name}`, details))
  },
  stream: (method) => {
    throw new TypeError(`a stash has no ${method.name}`)
  },
  close() {},
  closed: new Promise(() => {}),
}

/** The built-in provider, extended by stashes. */
export function withStashes(
  builtIn: Required<Pick<Provider, 'diff' | 'replacedWith' | 'preview'>> & Provider,
  wishes: Wishes,
): Provider {
  const stashes = new PackageProvider({ of: configured, isElsewhere: () => Promise.resolve(false) }, wishes)
  const of = ({ type }: { readonly type: string }) => (type === stashType ? stashes : builtIn)
  return {
    define: (request, control) => builtIn.define(request, control),
    validateResource: (request, control) => of(request).validateResource(request, control),
    diff: (request, control) => of(request).diff(request, control),
    replacedWith: (request, control) => of(request).replacedWith(request, control),
    preview: (request, control) => of(request).preview(request, control),
    deploy: (request, control) => of(request).deploy(request, control),
    hasStabilised: (request, control) => of(request).hasStabilised(request, control),
    externalState: (request, control) => of(request).externalState(request, control),
    destroy: (request, control) => of(request).destroy(request, control),
    fetch: (request, control) => builtIn.fetch(request, control),
    callFunction: (request, control) => builtIn.callFunction(request, control),
  }
}

async function configured(): Promise<PulumiResources> {
  const plugin = new PulumiResources(channel, { pluginId: 'slipway/programs', greeted: undefined })
  const about = { urn: '', name: 'default', type: 'pulumi:providers:pulumi', id: '' }
  await plugin.configure({ ...about, pkg: 'pulumi', config: valueMap() }, false)
  return plugin
}
