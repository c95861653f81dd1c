import assert from 'node:assert/strict'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, test, type TestContext } from 'node:test'
import { connectChannel, RpcServer } from '@slipway/protocol'
import { DiagnosticSeverity, LanguageRuntime } from '@slipway/protocol/pulumi'
import type { Language } from '../language.ts'
import { nodejs } from '../nodejs/nodejs.ts'
import { sdks } from '../nodejs/sdks.ts'
import { library } from '../nodejs/sdk/testing/schemas.ts'
import { python } from '../python/python.ts'
import { LanguageService } from './service.ts'

/** npm would ask the network: this stand-in only reports its call. */
const quiet: Language = {
  ...nodejs,
  sdks: async () => ({
    ...sdks,
    link: (...given) => ({
      ...sdks.link(...given),
      installation: [{ file: '/bin/sh', args: ['-c', 'echo yes > installed'], cwd: given[0].root, variables: {} }],
    }),
  }),
}

async function serve(t: TestContext, language: Language) {
  const folder = mkdtempSync(join(tmpdir(), 'slipway-sdks-'))
  const service = new LanguageService(language, { version: '1.0.0', engineAddress: '', print: () => {} })
  const server = new RpcServer(service.routes)
  const channel = connectChannel(await server.listen())
  t.after(async () => {
    await service.stop()
    channel.close()
    await server.close()
    rmSync(folder, { recursive: true, force: true })
  })
  return { channel, at: (name: string): string => join(folder, name) }
}

describe('a language plugin that is asked for SDKs', () => {
  test('makes one, has a program depend on it, and packs it', async (t) => {
    const { channel, at } = await serve(t, quiet)
    const directory = at('sdks/library')
    const extraFiles = { 'notes/mine.txt': Buffer.from('mine') }
    const made = await channel.call(LanguageRuntime.GeneratePackage, {
      directory,
      schema: JSON.stringify(library),
      extraFiles,
      local: true,
    })
    assert.deepEqual(made.diagnostics, [])
    assert.equal(readFileSync(join(directory, 'notes/mine.txt'), 'utf8'), 'mine')
    writeFileSync(at('package.json'), '{ "name": "shop" }')
    const info = { rootDirectory: at('.'), programDirectory: at('.'), entryPoint: '.' }
    const linked = await channel.call(LanguageRuntime.Link, { info, packages: [{ path: directory }] })
    assert.equal(linked.importInstructions, 'import * as library from "@pulumi/library"')
    assert.deepEqual(JSON.parse(readFileSync(at('package.json'), 'utf8')).dependencies, {
      '@pulumi/library': 'file:sdks/library',
    })
    assert.ok(existsSync(at('installed')))
    mkdirSync(at('packed'))
    const request = { packageDirectory: directory, destinationDirectory: at('packed') }
    const { artifactPath } = await channel.call(LanguageRuntime.Pack, request)
    assert.equal(artifactPath, at('packed/pulumi-library-2.1.0.tgz'))
    assert.ok(existsSync(artifactPath))
  })

  test('refuses what it cannot make by name', async (t) => {
    const { channel, at } = await serve(t, quiet)
    const make = (request: object) =>
      channel.call(LanguageRuntime.GeneratePackage, {
        directory: at('sdk'),
        schema: JSON.stringify(library),
        ...request,
      })
    const { diagnostics } = await make({ schema: '{"name": "../x"}' })
    assert.equal(diagnostics[0]?.severity, DiagnosticSeverity.ERROR)
    assert.match(diagnostics[0]?.summary ?? '', /has the name "\.\.\/x"/)
    await assert.rejects(make({ extraFiles: { '../outside': Buffer.from('x') } }), /leads out of/)
    assert.equal(existsSync(at('outside')), false)
    await assert.rejects(make({}), /is not empty/)
  })

  test('says so where its language has none', async (t) => {
    const { channel, at } = await serve(t, python)
    const asked = channel.call(LanguageRuntime.GeneratePackage, { directory: at('sdk'), schema: '{}' })
    await assert.rejects(asked, { code: 'protocol/unimplemented' })
  })
})
