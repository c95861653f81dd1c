/** A transformer on our SDK as users have it: installed in a plugin directory, and named by a blueprint. */
import assert from 'node:assert/strict'
import { chmodSync, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { describe, test } from '../cases.ts'
import { machine, type Machine } from './machine.ts'
import { oneFile } from '../one-file.ts'

const market = `version: 2025-11-02
transform: shops-2026
variables:
  owner: { type: string, default: Ada }
resources:
  fruit:
    type: shops/shop
    spec:
      owner: "\${variables.owner} & Co"
      goods: [apples, pears]
  tea:
    type: shops/shop
    dependsOn: fruit
    spec: { owner: Bo, folder: south, goods: [tea] }
  note:
    type: local/file
    dependsOn: tea
    spec: { path: note.txt, content: "see \${resources.fruit.spec.sign} of \${resources.fruit.spec.owner}" }
exports:
  sign: { type: string, field: resources.fruit.spec.sign }
`

function marketOn(t: TestContext, blueprint = market): Machine {
  const box = machine(t)
  box.installScript(`exec '${process.execPath}' '${oneFile(join(import.meta.dirname, 'shops.ts'))}'`, 'acme/shops', {
    kind: 'transformer',
  })
  box.write('market.blueprint.yaml', blueprint)
  return box
}

/** Two shops. One selects the other. */
const street = (annotations: string, more = '') => `version: 2025-11-02
transform: shops-2026
resources:
  tea:
    type: shops/shop
    metadata: { labels: { street: high }, annotations: ${annotations} }
    linkSelector: { byLabel: { street: high } }
    spec: { owner: Bo, goods: [] }
  fruit:
    type: shops/shop
    metadata: { labels: { street: high } }
    spec: { owner: Ada, goods: [] }
${more}`

describe('a transformer on our SDK', { timeout: 240_000 }, () => {
  test('derives resources, which are deployed and destroyed', async (t) => {
    const box = marketOn(t)
    const planned = await box.slipway('plan')
    assert.match(planned.stdout, /fruit_sign \(local\/file\) from fruit will be created/, planned.stderr)
    const up = await box.slipway('up --yes')
    assert.equal(up.code, 0, up.stderr)
    const sign = readFileSync(join(box.folder, 'shops/fruit.sign'), 'utf8')
    assert.equal(sign, 'Ada & Co sells 12 bytes of goods, beside nobody')
    assert.equal(readFileSync(join(box.folder, 'note.txt'), 'utf8'), 'see shops/fruit.sign of Ada & Co')
    assert.ok(existsSync(join(box.folder, 'south/tea.goods')))
    assert.match((await box.slipway('exports')).stdout, /shops\/fruit\.sign/)
    assert.equal((await box.slipway('plan --refresh --detailed-exitcode')).code, 0)

    // The resources of a shop change in place when the shop changes.
    box.write('market.blueprint.yaml', market.replace('[apples, pears]', '[apples]'))
    const changed = await box.slipway('plan')
    assert.match(changed.stdout, /fruit_goods \(local\/file\) from fruit will be updated in place/, changed.stderr)
    box.write('market.blueprint.yaml', market)
    assert.equal((await box.slipway('destroy --yes')).code, 0)
    assert.equal(existsSync(join(box.folder, 'shops/fruit.sign')), false)
    assert.deepEqual(await box.processesLeft(), [])
  })

  test('has its errors reported where the user wrote them', async (t) => {
    const box = marketOn(t)
    const said = async (text: string): Promise<string> => {
      box.write('market.blueprint.yaml', text)
      const { stdout, stderr } = await box.slipway('validate')
      return stdout + stderr
    }
    assert.match(await said(market.replace('pears]', 'pears, figs, dates]')), /:10:14: error: .*at most 3/)
    assert.match(await said(market.replace('owner: Bo', 'owner: nobody')), /:11:3: error: .*a shop needs an owner/)
    assert.match(
      await said(market.replace('spec.sign}', 'spec.door}')),
      /:18:45: error: shops\/shop has no attribute "door"/,
    )
    // Only the type of the made resource can check this.
    const wrong = await said(market.replace('owner: Bo,', 'owner: Bo, mode: rwx,'))
    assert.match(wrong, /:14:\d+: error: .*\(in resources\.tea_goods\.spec\.mode, after the transform shops-2026\)/)
  })

  test('defines links between abstract resources, with annotations and limits', async (t) => {
    const box = marketOn(t, street('{ shops.distance: far }'))
    const up = await box.slipway('up --yes')
    assert.equal(up.code, 0, up.stderr)
    assert.match(readFileSync(join(box.folder, 'shops/tea.sign'), 'utf8'), /beside fruit \(far\)$/)
    const said = async (text: string): Promise<string> => {
      box.write('market.blueprint.yaml', text)
      const { code, stderr } = await box.slipway('validate')
      assert.equal(code, 1)
      return stderr
    }
    assert.match(
      await said(street('{ shops.distance: away }')),
      /:6:\d+: error: the annotation "shops\.distance" of "tea" cannot be "away"[^]*there are: near, far/,
    )
    const third =
      '  bread: { type: shops/shop, metadata: { labels: { street: high } }, spec: { owner: Cy, goods: [] } }\n'
    assert.match(
      await said(street('{}', third)),
      /:4:3: error: "tea" has 2 links of the type shops\/shop::shops\/shop, but may have at most 1/,
    )
    box.write('market.blueprint.yaml', street('{}'))
    const usual = await box.slipway('up --yes')
    assert.equal(usual.code, 0, usual.stderr)
    assert.match(readFileSync(join(box.folder, 'shops/tea.sign'), 'utf8'), /beside fruit \(near\)$/)
    assert.equal((await box.slipway('destroy --yes')).code, 0)
  })

  test('that must not be launched is reported as refused, not as missing', async (t) => {
    const box = marketOn(t)
    chmodSync(join(box.root, 'transformers/acme/shops/1.0.0/plugin'), 0o777)
    for (const line of ['plan', 'up --yes', 'validate']) {
      const { code, stderr } = await box.slipway(line)
      assert.equal(code, 1, line)
      assert.match(stderr, /acme\/shops is not launched: .* is writable for everybody {2}\[host\/unsafe-plugin\]/, line)
      assert.match(stderr, /it may be the transformer for "shops-2026"/)
      assert.doesNotMatch(stderr, /no transformer/)
    }
  })

  test('that does not answer is given up at its deadline', async (t) => {
    const box = marketOn(t, market.replace('owner: Bo', 'owner: sleeper'))
    const late =
      /the transform shops-2026 \(acme\/shops, transformer\.Transform\): Transform did not answer within [\d.]+ s/
    const plan = (ms: number) => box.slipway('plan', { SLIPWAY_DEADLINES_TRANSFORM_MS: String(ms) })
    // On a busy machine its other calls may need longer.
    let planned = await plan(700)
    for (const ms of [7000, 30_000]) if (!late.test(planned.stderr)) planned = await plan(ms)
    assert.equal(planned.code, 1)
    assert.match(planned.stderr, late)
  })

  test('derives a resource for each item, and none if the condition is false', async (t) => {
    const each = `version: 2025-11-02
transform: [shops-2026]
resources:
  stall:
    type: shops/shop
    each: [a, b]
    condition: \${not(eq(elem, "b"))}
    spec: { owner: "\${elem}", folder: "\${elem}", goods: [] }
`
    const box = marketOn(t, each)
    const { stdout, stderr } = await box.slipway('plan')
    assert.match(stdout, /stall_sign_0 \(local\/file\) from stall will be created/, stderr)
    assert.match(stdout, /Plan for .*: 2 to create/)
  })
})
