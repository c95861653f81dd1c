/** A test removes what it created, repeats calls, and uses new ids. */
import assert from 'node:assert/strict'
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import { PluginFailure } from '@slipway/model'
import { describe, test } from '../../../test/cases.ts'
import type { PluginReport, TestPluginOptions } from './index.ts'
import { testPlugin } from './testing.ts'

const folder = await mkdtemp(join(tmpdir(), 'slipway-remains-test-'))
after(() => rm(folder, { recursive: true, force: true }))

interface Faults {
  readonly deploy?: string
  readonly destroy?: string
  readonly read?: string
}

/** A provider whose things are lines of a file, with faults in its calls; each call knows its number. */
const shop = (file: string, { deploy = '', destroy = '', read = '' }: Faults): string => `
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import * as z from ${JSON.stringify(import.meta.resolve('zod'))}
import { badInput, computed, defineProvider, defineResource, serve, transient } from ${JSON.stringify(import.meta.resolve('@slipway/sdk'))}
const file = ${JSON.stringify(file)}
const lines = () => existsSync(file) ? readFileSync(file, 'utf8').split('\\n').filter(Boolean) : []
const keep = (all) => writeFileSync(file, all.join('\\n'))
const count = { deploy: 0, own: 0 }
const thing = defineResource({
  type: 'shop/thing',
  schema: z.object({ size: z.string(), id: computed(z.string()) }),
  settlement: 'find',
  deploy({ spec, resourceId }) {
    count.deploy++
    ${deploy}
    keep([...lines().filter((line) => line !== resourceId), resourceId])
    return { id: resourceId }
  },
  read({ resourceId, spec }) { ${read} return lines().includes(resourceId) ? { size: spec.size, id: resourceId } : undefined },
  destroy({ resourceId }) { ${destroy}; keep(lines().filter((line) => line !== resourceId)) },
})
await serve(defineProvider({ id: 'acme/shop', version: '1.0.0', resources: [thing], log() {} }))
`

let shops = 0

async function tested(faults: Faults, options: TestPluginOptions = {}) {
  const place = join(folder, `shop-${shops++}`)
  const things = `${place}.things`
  await writeFile(`${place}.ts`, shop(things, faults))
  await writeFile(place, `#!/bin/sh\nexec "${process.execPath}" "${place}.ts"\n`)
  await chmod(place, 0o755)
  const report = await testPlugin(place, { exercises: [{ type: 'shop/thing', spec: { size: 'large' } }], ...options })
  const left = (await readFile(things, 'utf8').catch(() => '')).split('\n').filter((line) => line !== '')
  return { report, left, failed: said(report, false) }
}

const said = ({ checks }: PluginReport, isOk: boolean): readonly string[] =>
  checks.filter(({ ok }) => ok === isOk).map(({ name, detail }) => `${name}: ${detail}`)

/** Retries like the engine, but without pauses. */
const retry: TestPluginOptions['retry'] =
  (policy = { maxRetries: 5, firstDelayMs: 1, maxDelayMs: 1, factor: 1, jitter: false }) =>
  async (call) => {
    for (let attempt = 0; ; attempt++) {
      try {
        return await call()
      } catch (error) {
        const isTransient = error instanceof PluginFailure && error.pluginErrorCode === 'TRANSIENT'
        if (!isTransient || attempt >= policy.maxRetries) throw error
      }
    }
  }

describe('a test of a plugin', { concurrency: 2 }, () => {
  test('repeats calls that fail TRANSIENT, and not those whose failure is expected', async () => {
    const deploy = `if (count.deploy % 3 !== 0) throw transient('the rate limit is reached')`
    assert.deepEqual((await tested({ deploy }, { retry })).failed, [])
    const exercises = [{ type: 'shop/thing', spec: { size: 'x' }, fails: 'TRANSIENT' }] as const
    assert.deepEqual((await tested({ deploy }, { retry, exercises })).failed, [])
  })

  test('knows a limit of the service: whose turn it is when it comes as TRANSIENT, and when it does not', async () => {
    const limited = await tested({ deploy: `throw transient('429 Too Many Requests')` }, { retry })
    assert.match(
      limited.failed[0] ?? '',
      /is created: .*the service limits how often it is asked, and the plugin says so as it should/,
    )
    const unexpected = await tested({ deploy: `throw new Error('ThrottlingException: rate exceeded')` }, { retry })
    assert.match(
      unexpected.failed[0] ?? '',
      /the plugin says UNEXPECTED: say TRANSIENT, and the engine waits and calls again/,
    )
  })

  test('has other ids each time', async () => {
    const seen = `keep([...lines(), 'seen ' + resourceId]);`
    const runs = [await tested({ deploy: seen }), await tested({ deploy: seen })]
    const ids = runs.map(({ left }) => new Set(left.map((line) => line.replace('seen ', ''))))
    assert.ok([...(ids[0] ?? [])].every((id) => /^testkit-[0-9a-f]{8}-0/.test(id) && ids[1]?.has(id) === false))
  })

  test('removes what a failed check has left, and says so', async () => {
    const { report, left } = await tested({
      destroy: `if (resourceId.endsWith('-0') && ++count.own <= 3) throw new Error('no')`,
    })
    assert.deepEqual(left, [])
    assert.match(
      said(report, true).join('\n'),
      /is left as it was found: removed what the test had left: shop\/thing testkit-[0-9a-f]{8}-0\n/,
    )
    // A create that fails after it has made something.
    const halfway = await tested({ deploy: `keep([...lines(), resourceId]); throw new Error('lost')` })
    assert.deepEqual(halfway.left, [])
  })

  test('names what it cannot remove', async () => {
    const { failed, left } = await tested({ destroy: `throw new Error('the service is closed')` })
    assert.equal(left.length > 0, true)
    assert.match(
      failed.find((each) => each.startsWith('is left')) ?? '',
      /^is left as it was found: still there, remove it by hand: shop\/thing testkit-[0-9a-f]{8}-0.* \(.*the service is closed.*\)/,
    )
  })

  test('that is ended makes no further check, and leaves nothing', async () => {
    const stop = new AbortController()
    const { report, left } = await tested(
      {},
      {
        signal: stop.signal,
        onCheck: ({ name }) => name === 'shop/thing: is created' && stop.abort(),
      },
    )
    assert.deepEqual(left, [])
    assert.deepEqual(
      report.checks.slice(-2).map(({ name, ok }) => [name, ok]),
      [
        ['shop/thing: is created', true],
        ['is left as it was found', true],
      ],
    )
  })
})
