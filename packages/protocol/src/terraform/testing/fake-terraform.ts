import type {
  ApplyRequest,
  ApplyResult,
  ImportRequest,
  MoveRequest,
  PlanRequest,
  PlanResult,
  ReadRequest,
  TerraformClient,
} from '../client/client.ts'
import { type CtyMap, ctyMap, type CtyValue, isCtyList, isCtyMap, unknown } from '../cty/value.ts'
import { nulled } from '../rules/nulled.ts'
import type { FunctionSchema, IdentitySchema, SchemaBook, TypeSchema } from '../schema/schema.ts'
import { attribute, block, blocks, typeSchema } from './schemas.ts'

const thing = typeSchema(
  'fake_thing',
  block(
    {
      name: attribute('required'),
      size: attribute('optional', 'number'),
      region: attribute('optional computed'),
      token: attribute('optional sensitive write-only'),
      id: attribute('computed'),
    },
    { rule: blocks('list', block({ port: attribute('required', 'number'), id: attribute('computed') })) },
  ),
  1,
)

const source = typeSchema(
  'fake_source',
  block({
    name: attribute('required'),
    found: attribute('computed'),
    tags: attribute('computed', { kind: 'map', element: 'string' }),
  }),
)

const pass = typeSchema('fake_pass', block({ name: attribute('required'), password: attribute('computed sensitive') }))

const settings = typeSchema(
  '',
  block({ region: attribute('optional'), limits: attribute('optional', { kind: 'list', element: 'number' }) }),
)

const identity: IdentitySchema = {
  version: 0,
  attributes: { name: { type: 'string', requiredForImport: true, optionalForImport: false, description: '' } },
  type: { kind: 'object', attributes: { name: 'string' } },
}

const shout: FunctionSchema = {
  name: 'shout',
  parameters: [{ name: 'text', type: 'string', allowsNull: false, allowsUnknown: false, description: '' }],
  returns: 'string',
  summary: 'In capitals',
  description: '',
}

/** A provider of Terraform in the process of a test: it keeps resources by name, and its hooks decide about its answers. */
export class FakeTerraform implements TerraformClient {
  readonly protocolVersion = 6
  readonly things = new Map<string, CtyMap>()
  /** The names of the calls, in their order. */
  readonly calls: string[] = []
  hasIdentities = false
  plansDestroy = false
  moves = false
  /** A hook by which a test replaces the usual answers. */
  onPlan: ((request: PlanRequest, usual: PlanResult) => PlanResult) | undefined
  onApply: ((request: ApplyRequest, usual: () => ApplyResult) => ApplyResult | Promise<ApplyResult>) | undefined

  schemas = async () => ({
    provider: settings,
    resources: book({ fake_thing: thing }),
    dataSources: book({ fake_source: source }),
    // One of the two has the name of a data source.
    ephemeralResources: book({ fake_pass: pass, fake_source: { ...pass, name: 'fake_source' } }),
    listResources: book({ fake_thing: typeSchema('fake_thing', block({})) }),
    functions: book({ shout }),
    capabilities: { planDestroy: this.plansDestroy, schemaOptional: false, moveState: false, generateConfig: false },
    diagnostics: [],
  })

  identitySchemas = async () => ({
    identities: book<IdentitySchema>(this.hasIdentities ? { fake_thing: identity } : {}),
    diagnostics: [],
  })

  validateProvider = async (_: TypeSchema, config: CtyValue) => this.#told('validateProvider', config, 'region')
  validateResource = async (_: TypeSchema, config: CtyValue) => this.#told('validateResource', config, 'name')
  validateDataSource = async (_: TypeSchema, config: CtyValue) => this.#told('validateDataSource', config, 'name')
  validateEphemeral = async () => ({ diagnostics: [] })
  configure = async (_: TypeSchema, config: CtyValue) => this.#told(`configure ${JSON.stringify(config)}`, config, '')

  upgradeState = async (_: TypeSchema, { version, json }: { version: number; json: string }) => {
    this.calls.push(`upgrade ${version}`)
    const state = JSON.parse(json) as Record<string, unknown>
    const { title = null, ...others } = state
    return { state: this.#fromJson(version === 0 ? { ...others, name: title } : state), diagnostics: [] }
  }

  upgradeIdentity = async () => ({ identity: null, diagnostics: [] })
  moveState = async (_: TypeSchema, { providerAddress, typeName, state, private: notes }: MoveRequest) => {
    this.calls.push(`move ${providerAddress} ${typeName} ${state.version} ${String(notes)} ${state.json}`)
    const moved = this.moves ? this.#fromJson({ ...(JSON.parse(state.json) as object), id: 'moved' }) : null
    return { state: moved, private: notes, diagnostics: [] }
  }

  read = async (_: TypeSchema, { state, private: notes }: ReadRequest) => {
    this.calls.push('read')
    const now = isCtyMap(state) ? (this.things.get(textOf(state['name'])) ?? null) : null
    return { state: now, private: notes, ...this.#identityOf(now), diagnostics: [] }
  }

  plan = async (_: TypeSchema, request: PlanRequest): Promise<PlanResult> => {
    this.calls.push(request.proposed === null ? 'plan destroy' : request.prior === null ? 'plan create' : 'plan change')
    const planned = request.proposed === null ? null : filled(request)
    const usual: PlanResult = {
      planned,
      requiresReplace: [[{ attribute: 'name' }]],
      private: Buffer.from('planned'),
      isLegacy: false,
      diagnostics: [],
    }
    return this.onPlan?.(request, usual) ?? usual
  }

  apply = async (_: TypeSchema, request: ApplyRequest): Promise<ApplyResult> => {
    this.calls.push(request.planned === null ? 'destroy' : request.prior === null ? 'create' : 'change')
    const usual = (): ApplyResult => this.#apply(request)
    return await (this.onApply?.(request, usual) ?? usual())
  }

  importState = async (_: unknown, { id, identity: given }: ImportRequest) => {
    this.calls.push(`import ${id}`)
    const name = id === '' && isCtyMap(given) ? textOf(given['name']) : id
    const state =
      this.things.get(name) ??
      ctyMap([
        ['name', name],
        ['size', null],
        ['region', null],
        ['token', null],
        ['id', null],
        ['rule', []],
      ])
    const imported = [{ typeName: 'fake_thing', state, private: new Uint8Array(), ...this.#identityOf(state) }]
    return { imported, diagnostics: [] }
  }

  readDataSource = async (_: TypeSchema, config: CtyValue) => {
    this.calls.push('readDataSource')
    const name = isCtyMap(config) ? (config['name'] ?? null) : null
    return {
      state: ctyMap([
        ['name', name],
        ['found', `found ${textOf(name)}`],
        ['tags', ctyMap([['a', 'b']])],
      ]),
      diagnostics: [],
    }
  }

  openEphemeral = async (_: TypeSchema, config: CtyValue) => {
    this.calls.push('open')
    const name = isCtyMap(config) ? (config['name'] ?? null) : null
    return {
      result: ctyMap([
        ['name', name],
        ['password', 'p-1'],
      ]),
      private: Buffer.from('lease'),
      diagnostics: [],
    }
  }
  renewEphemeral = async () => ({ diagnostics: [] })
  closeEphemeral = async (name: string, held: Uint8Array | undefined) => {
    this.calls.push(`close ${name} ${String(held)}`)
    return { diagnostics: [] }
  }

  callFunction = async (_: FunctionSchema, [text]: readonly CtyValue[]) =>
    text === ''
      ? { result: null, error: { text: 'nothing to say', argument: 0 } }
      : { result: textOf(text).toUpperCase() }

  async *listResources() {
    for (const [name, state] of this.things)
      yield { identity: ctyMap([['name', name]]), displayName: `the ${name}`, object: state, diagnostics: [] }
  }

  stop = async (): Promise<string> => {
    this.calls.push('stop')
    return ''
  }

  #apply({ prior, planned }: ApplyRequest): ApplyResult {
    if (planned === null) {
      if (isCtyMap(prior)) this.things.delete(textOf(prior['name']))
      return { state: null, private: new Uint8Array(), isLegacy: false, diagnostics: [] }
    }
    const made = isCtyMap(planned) ? known(planned) : ctyMap()
    this.things.set(textOf(made['name']), made)
    return { state: made, private: Buffer.from('applied'), isLegacy: false, ...this.#identityOf(made), diagnostics: [] }
  }

  #identityOf(state: CtyValue): { identity?: CtyValue } {
    return this.hasIdentities && isCtyMap(state) ? { identity: ctyMap([['name', state['name'] ?? null]]) } : {}
  }

  #told(call: string, config: CtyValue, at: string) {
    this.calls.push(call)
    const isBad = isCtyMap(config) && config[at] === 'bad'
    const diagnostic = {
      severity: 'error',
      summary: 'Bad value',
      detail: 'it is bad',
      path: [{ attribute: at }],
    } as const
    return { diagnostics: isBad ? [diagnostic] : [] }
  }

  #fromJson(json: Readonly<Record<string, unknown>>): CtyValue {
    const text = (name: string): CtyValue => (json[name] as CtyValue | undefined) ?? null
    return ctyMap([
      ['name', text('name')],
      ['size', null],
      ['region', text('region')],
      ['token', null],
      ['id', text('id')],
      ['rule', []],
    ])
  }
}

function filled({ proposed, prior }: PlanRequest): CtyValue {
  if (!isCtyMap(proposed)) return proposed
  const rule = isCtyList(proposed['rule'])
    ? proposed['rule'].map((each) => (isCtyMap(each) && each['id'] === null ? { ...each, id: unknown } : each))
    : (proposed['rule'] ?? null)
  const planned = ctyMap([...Object.entries(proposed), ['rule', rule]])
  planned['region'] ??= 'eu'
  if (prior === null) planned['id'] = unknown
  return nulled(thing.block, planned, ({ writeOnly }) => writeOnly)
}

function known(planned: CtyMap): CtyMap {
  const rule = isCtyList(planned['rule'])
    ? planned['rule'].map((each, index) =>
        isCtyMap(each) && each['id'] === unknown ? { ...each, id: `r${index}` } : each,
      )
    : []
  const id = planned['id'] === unknown ? `id-${textOf(planned['name'])}` : (planned['id'] ?? null)
  return ctyMap([...Object.entries(planned), ['id', id], ['rule', rule]])
}

function textOf(value: CtyValue | undefined): string {
  return typeof value === 'string' ? value : ''
}

function book<Schema>(entries: Readonly<Record<string, Schema>>): SchemaBook<Schema> {
  return { names: Object.keys(entries), get: (name) => (Object.hasOwn(entries, name) ? entries[name] : undefined) }
}
