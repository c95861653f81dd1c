/** A Terraform provider that answers wrongly, too much, or not at all is refused by name. The provider runs already, so it is attached. */
import assert from 'node:assert/strict'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { type Route, route, RpcServer } from '@slipway/protocol'
import { TerraformMethods } from '@slipway/protocol/terraform'
import { Schema } from '../../packages/protocol/src/terraform/gen/tfplugin6.ts'
import { encode } from '../../packages/protocol/src/wire/codec/message.ts'
import { describe, test } from '../cases.ts'
import { type Ended, run } from '../ledger/command.ts'
import { makeTarget, version } from './target.ts'

const patience = { timeout: 240_000 }

const id = 'registry.opentofu.org/acme/box'

const schema = encode(Schema, {
  block: { attributes: [{ name: 'size', type: Buffer.from('"number"'), optional: true, computed: true }] },
})

const size = (value: string): Buffer => Buffer.from(`81a473697a65${value}`, 'hex')

/** Provider routes that do nothing wrong: a crate of size 1. */
const honest: readonly Route[] = [
  route(TerraformMethods.GetProviderSchema, () => ({
    provider: encode(Schema, { block: {} }),
    resourceSchemas: { box_crate: schema },
  })),
  route(TerraformMethods.ValidateProviderConfig, () => ({})),
  route(TerraformMethods.ValidateResourceConfig, () => ({})),
  route(TerraformMethods.ConfigureProvider, () => ({})),
  route(TerraformMethods.PlanResourceChange, () => ({ plannedState: { msgpack: size('01') } })),
  route(TerraformMethods.ApplyResourceChange, () => ({ newState: { msgpack: size('01') } })),
]

/** Runs `up` against a provider with these routes in place of the honest ones. */
async function attacked(context: TestContext, routes: readonly Route[], settings = ''): Promise<Ended> {
  const target = makeTarget(context)
  const socketPath = join(target.folder, 'socket')
  const paths = new Set(routes.map(({ path }) => path))
  const server = new RpcServer([...routes, ...honest.filter(({ path }) => !paths.has(path))])
  await server.listen({ socketPath })
  context.after(() => server.close())
  target.write(
    'site.blueprint.yaml',
    `${version}metadata: { slipway: { plugins: { tfbox: 'terraform:acme/box' } } }
resources: { crate: { type: tfbox/box_crate, spec: { size: 1 } } }
`,
  )
  target.write('slipway.config.yaml', settings)
  const Addr = { Network: 'unix', String: socketPath }
  return await run(target, ['up', '--yes'], {
    SLIPWAY_TRUST: '1',
    TF_REATTACH_PROVIDERS: JSON.stringify({ 'registry.terraform.io/acme/box': { ProtocolVersion: 6, Addr } }),
  })
}

const planOf = (msgpack: Buffer): Route =>
  route(TerraformMethods.PlanResourceChange, () => ({ plannedState: { msgpack } }))

/** The fault of a provider, its routes, and the message to the user. */
const attacks: Readonly<Record<string, readonly [Route, RegExp]>> = {
  'that plans a value of another type': [planOf(size('c3')), /size: a bool stands where the type is number/],
  'that plans an attribute that it does not have': [
    planOf(Buffer.from('82a473697a6501a178c0', 'hex')),
    /the type has no attribute "x"/,
  ],
  'that answers garbage': [planOf(Buffer.from('c1', 'hex')), /the byte 0xc1 begins no value of msgpack/],
  'that claims a list of four billion elements': [planOf(size('ddffffffff')), /size: the value ends in the middle/],
  'whose schema cannot be read': [
    route(TerraformMethods.GetProviderSchema, () => ({
      resourceSchemas: { box_crate: Buffer.from('0affffff', 'hex') },
    })),
    /the schema of box_crate is not valid/,
  ],
  'that makes something of another type': [
    route(TerraformMethods.ApplyResourceChange, () => ({ newState: { msgpack: size('a161') } })),
    /size: a text stands where the type is number/,
  ],
  'that says nothing': [
    route(TerraformMethods.PlanResourceChange, () => new Promise<never>(() => {})),
    /PlanResourceChange did not answer within/,
  ],
}

describe('a provider of Terraform', () => {
  test('that does nothing wrong is used', patience, async (context) => {
    const { code, stderr } = await attacked(context, [])
    assert.equal(code, 0, stderr)
  })

  test('that warns is heard, once', patience, async (context) => {
    const warning = { severity: 2, summary: 'Crates are old', detail: 'use\x1b[31m barrels' }
    const { code, stderr } = await attacked(context, [
      route(TerraformMethods.PlanResourceChange, () => ({
        plannedState: { msgpack: size('01') },
        diagnostics: [warning, warning],
      })),
    ])
    assert.equal(code, 0, stderr)
    assert.deepEqual(stderr.match(/.*Crates are old.*/g), [
      `warning: ${id}@tfbox of box_crate: Crates are old: use barrels`,
    ])
  })

  for (const [what, [attack, told]] of Object.entries(attacks))
    test(`${what} is refused by name`, patience, async (context) => {
      const settings = what === 'that says nothing' ? 'deadlines: { deployMs: 1000 }\n' : ''
      const { code, stderr } = await attacked(context, [attack], settings)
      assert.equal(code, 1, stderr)
      assert.match(stderr, told)
      assert.ok(stderr.includes(id), stderr)
      assert.doesNotMatch(stderr, /bug in Slipway|\n\s+at .*\.(ts|cjs|mjs):/)
    })
})
