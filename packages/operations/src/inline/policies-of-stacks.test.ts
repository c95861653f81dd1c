import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { corePluginRoot, type InlineProgram, plan, up } from '../index.ts'
import { compiled } from '../../../../test/compiled.ts'

/** A program that serves policies, like packs in Go. */
const pack = `#!${process.execPath}
import { route, RpcServer } from '${import.meta.resolve('@slipway/protocol')}'
import { Analyzer } from '${import.meta.resolve('@slipway/protocol/pulumi')}'
const against = (policyName, message) => [{ policyName, policyPackName: 'strict', message, enforcementLevel: 1 }]
const contentOf = ({ properties }) => properties?.fields.content?.stringValue
const server = new RpcServer([
  route(Analyzer.GetAnalyzerInfo, () => ({ name: 'strict', policies: [] })),
  route(Analyzer.Handshake, () => ({})),
  route(Analyzer.GetPluginInfo, () => ({ version: '1.0.0' })),
  route(Analyzer.Analyze, (asked) => ({
    diagnostics: contentOf(asked) === 'castle' ? against('no-castles', 'castles are not for us') : [],
  })),
  route(Analyzer.AnalyzeStack, ({ resources }) => ({
    diagnostics: resources.some((each) => /^[0-9a-f]{4}$/.test(contentOf(each) ?? '')) ? against('no-ids', 'no ids in files') : [],
  })),
])
const { port } = await server.listen({ port: 0 })
console.log(port)
`

const file =
  (content: string): InlineProgram =>
  (s) =>
    void s.resource('a', 'local/file', { path: 'a', content })

const withId: InlineProgram = (s) => {
  const id = s.resource('id', 'random/id', { byteLength: 2 })
  s.resource('a', 'local/file', { path: 'a', content: id.out.result.map((text) => text) })
}

test('policies judge what a stack asks for before anything is done, and all of it once everything is known', async (context) => {
  const cwd = realpathSync(mkdtempSync(join(tmpdir(), 'slipway-policies-')))
  context.after(() => rmSync(cwd, { recursive: true, force: true }))
  writeFileSync(join(cwd, 'pulumi-analyzer-strict.mjs'), pack, { mode: 0o755 })
  writeFileSync(join(cwd, 'slipway.config.yaml'), 'policyPacks: [./pulumi-analyzer-strict.mjs]\n')
  const slipway = { env: { ...compiled, HOME: cwd, PATH: process.env['PATH'] }, cwd, ownPlugins: corePluginRoot() }
  const about = { instance: 'site', approve: true } as const
  const castles = { code: 'cli/policy-violation', message: /nothing was changed/ }
  await assert.rejects(plan(slipway, { instance: 'site', program: file('castle') }), { code: 'cli/policy-violation' })
  await assert.rejects(up(slipway, { ...about, program: file('castle') }), castles)
  assert.ok(!existsSync(join(cwd, 'a')))
  await assert.rejects(up(slipway, { ...about, program: withId }), {
    code: 'cli/policy-violation',
    message: /was changed, and it is now/,
  })
  const { outcome } = await up(slipway, { ...about, program: file('house') })
  assert.equal(outcome, 'succeeded')
})
