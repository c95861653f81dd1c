import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  type AttemptFailed,
  checkBlueprint,
  type Plan,
  type PlanStep,
  ProviderCalls,
  type ProviderCatalog,
  readBlueprint,
} from '@slipway/engine'
import { defaultDeadlines } from '@slipway/engine/defaults'
import {
  Failure,
  secret,
  Unknown,
  type ValueMap,
  valueMap,
  type PluginDiagnostic,
  type Provider,
  type ProviderDefinition,
  type ValidateResourceRequest,
} from '@slipway/model'
import { systemClock } from '../ports/system-ports.ts'
import { validateWithPlugins } from './custom-validation.ts'

const text = `version: 2025-11-02
resources:
  web:
    type: test/thing
    spec:
      ports: [80, 8080]
      name: web
  kept:
    type: test/thing
    spec:
      name: kept
`

const definition: ProviderDefinition = {
  pluginId: 'a/test',
  pluginVersion: '1.0.0',
  namespace: 'test',
  config: { fields: {}, allowAdditionalFields: false },
  resourceTypeNames: ['test/thing'],
  dataSourceTypeNames: [],
  functionNames: [],
  resourceTypes: {
    'test/thing': {
      type: 'test/thing',
      label: 'Thing',
      schema: {
        type: 'object',
        attributes: { name: { type: 'string' }, ports: { type: 'array', items: { type: 'integer' } } },
      },
      destroyBeforeCreate: false,
      settlement: 'ask',
      stabilisedDependencies: [],
    },
  },
  dataSourceTypes: {},
  functions: {},
}

function step(name: string, action: PlanStep['action'], spec: ValueMap): PlanStep {
  const about = {
    key: name,
    name,
    type: 'test/thing',
    action,
    changes: [],
    replaceBecause: [],
    after: [],
    wish: { spec },
  }
  return about as object as PlanStep
}

/** Validates two resources, one of them unchanged. */
async function validate(answers: readonly PluginDiagnostic[], failure?: Failure) {
  const { blueprint } = readBlueprint('app.blueprint.yaml', text)
  assert.ok(blueprint !== undefined)
  const { checked } = checkBlueprint(blueprint, new Map([['test', definition]]), new Map(), { installed: ['test'] })
  assert.ok(checked !== undefined)
  const asked: ValidateResourceRequest[] = []
  const provider: Pick<Provider, 'validateResource'> = {
    validateResource: (request) => {
      asked.push(request)
      return failure === undefined ? Promise.resolve(answers) : Promise.reject(failure)
    },
  }
  const catalog: ProviderCatalog = {
    namespaces: () => ['test'],
    define: () => Promise.resolve(definition),
    provider: () => Promise.resolve(provider as Provider),
    context: () => ({ config: {}, variables: {} }),
  }
  const desired = valueMap([
    ['name', 'web'],
    ['token', secret(new Unknown('later'))],
    ['ports', [80, new Unknown('later'), 8080]],
    ['deep', valueMap([['id', new Unknown('later')]])],
  ])
  const plan: Plan = {
    format: 3,
    regrouped: [],
    operation: 'up',
    instance: 'app',
    stateVersion: -1,
    blueprintHash: '',
    steps: [step('web', 'create', desired), step('kept', 'none', valueMap())],
    exports: {},
    exportsChanged: false,
  }
  const { signal } = new AbortController()
  const told: AttemptFailed[] = []
  const calls = new ProviderCalls({
    ports: { catalog, clock: systemClock, ids: { next: () => 'id' }, random: () => 0 },
    providers: { byNamespace: new Map([['test', definition]]), type: () => undefined, link: () => undefined },
    deadlines: defaultDeadlines,
    events: (event) => told.push(event),
  })
  const found = await validateWithPlugins({ plan, blueprint: checked, calls, parallelism: 4, signal })
  return { asked, told, found }
}

test('plugins are asked about changes, with the known values', async () => {
  const { asked } = await validate([])
  assert.deepEqual(
    asked.map(({ resourceName, spec }) => [resourceName, JSON.parse(JSON.stringify(spec))]),
    [['web', { name: 'web', ports: [80, 8080], deep: {} }]],
  )
})

test('a failed question names its resource', async () => {
  const failure = new Failure('protocol/message-too-large', 'the request is too large', { hint: 'less' })
  await assert.rejects(validate([], failure), {
    code: 'protocol/message-too-large',
    message: 'web (test/thing): the request is too large',
    hint: 'less',
  })
})

test('their answers are shown where the value was written', async () => {
  const { found, told } = await validate([
    { severity: 'warning', message: 'port 8080 is odd', path: 'spec.ports[1]' },
    { severity: 'error', message: 'no' },
  ])
  const shown = found.map(({ severity, message, path, range }) => [
    severity,
    message,
    path,
    range?.start.line,
    range?.start.column,
  ])
  assert.deepEqual(shown, [
    ['error', 'web (a/test, provider.Resource.CustomValidate): no', 'resources.web.spec', 6, 7],
    [
      'warning',
      'web (a/test, provider.Resource.CustomValidate): port 8080 is odd',
      'resources.web.spec.ports[1]',
      6,
      19,
    ],
  ])
  assert.deepEqual(
    told.map(({ name, pluginId, method, code, reasons }) => [name, pluginId, method, code, reasons]),
    [['web', 'a/test', 'provider.Resource.CustomValidate', 'BAD_INPUT', ['no']]],
  )
})
