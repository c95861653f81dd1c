/** The snippets of the pages are correct: blueprints and parts of them, settings, and TypeScript. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import {
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { after, test } from 'node:test'
import * as sdk from '@slipway/sdk'
import { corePluginRoot, settingsOf, validate, type Slipway } from '@slipway/operations'
import { compiled } from '../compiled.ts'

const workspace = join(import.meta.dirname, '../..')
const folder = realpathSync(mkdtempSync(join(tmpdir(), 'slipway-snippets-')))
after(() => rmSync(folder, { recursive: true, force: true }))
const slipway: Slipway = {
  env: { ...compiled, PATH: process.env['PATH'], HOME: folder },
  cwd: folder,
  ownPlugins: corePluginRoot(),
}

interface Snippet {
  /** The page and the number of the snippet: `blueprints.md 3` */
  readonly name: string
  readonly page: string
  readonly language: string
  readonly code: string
}

function snippetsOf(pattern: string): readonly Snippet[] {
  return globSync(pattern, { cwd: join(workspace, 'docs') }).flatMap((path) => {
    const text = readFileSync(join(workspace, 'docs', path), 'utf8')
    // Matches every fence, so that the end of one is not taken for the beginning of the next.
    const fences = text.matchAll(/^( *)```(\w*)\n([^]*?)^ *```$/gm)
    return Array.from(fences, ([, indent = '', language = '', code = ''], index) => ({
      name: `${basename(path)} ${index + 1}`,
      page: basename(path),
      language,
      code: code.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
    }))
  })
}

const pages = snippetsOf('{guides,reference}/*.md')

/**
 * Problems of a part of a blueprint because the rest of it, or its neighbours on the disk, are missing. A whole blueprint has none of them.
 */
const isOfThePart =
  /^blueprint\/(unknown-(variable|value|resource|data-source)|bad-import|not-checked)$|^cli\/(no-such-file|bad-provider-config)$/

/** Plugins of other tools, which pages about coming from these tools use, are not installed here. */
const isOfOtherTool = /^no provider for "(random:|tflocal)" is installed/

async function mistakesIn(name: string, ending: string, code: string, isPart = true): Promise<readonly string[]> {
  const file = `${name.replaceAll(/\W/g, '-')}${ending}`
  writeFileSync(join(folder, file), code)
  const { diagnostics } = await validate(slipway, { file }).catch((error: unknown) => {
    if (isPart && error instanceof Error && 'code' in error && isOfThePart.test(String(error.code)))
      return { diagnostics: [] }
    throw error
  })
  return diagnostics
    .filter((one) => one.severity === 'error' && !(isPart && isOfThePart.test(one.code)))
    .filter((one) => !isOfOtherTool.test(one.message))
    .map((one) => `${name}: ${one.message} (${one.code})`)
}

test('the blueprints of the pages are valid', async () => {
  const isPart = /^(resources|datasources|variables|values|include|transform|metadata|exports):/m
  const isOther = /^(task_types|name):/m
  // The settings for its configurations are on another page.
  writeFileSync(join(folder, 'slipway.config.yaml'), 'configurations: {aws: {us: {region: a}, eu: {region: b}}}\n')
  const mistakes: string[] = []
  let count = 0
  for (const { name, language, code } of pages) {
    const isYaml = language === 'yaml' && isPart.test(code) && !isOther.test(code)
    const isOfLanguage = language === '' && /^(version|resource) /.test(code)
    if (!isYaml && !isOfLanguage) continue
    count++
    const isWhole = /^version\b/m.test(code)
    const version = isYaml ? 'version: 2025-11-02' : 'version "2025-11-02"'
    const text = isWhole ? code : `${version}\n${code}`
    mistakes.push(...(await mistakesIn(name, isYaml ? '.blueprint.yaml' : '.blueprint', text, !isWhole)))
  }
  rmSync(join(folder, 'slipway.config.yaml'))
  assert.deepEqual(mistakes, [])
  assert.ok(count >= 15, String(count))
})

test('the examples of the bundled types are valid', async () => {
  const mistakes: string[] = []
  for (const { name, code } of snippetsOf('reference/types/*.md')) {
    const section = /^(filter|exports):/m.test(code) ? 'datasources' : 'resources'
    const whole = `version: 2025-11-02\n${section}:\n  it:\n${code.replaceAll(/^/gm, '    ')}`
    mistakes.push(...(await mistakesIn(name, '.blueprint.yaml', whole)))
  }
  assert.deepEqual(mistakes, [])
})

test('the settings of the pages are valid', async () => {
  const isSettings = /^(parallelism|plugins|providers|configurations|policyPacks|nodes):/m
  const settings = pages.filter(({ language, code }) => language === 'yaml' && isSettings.test(code))
  for (const { name, code } of settings) {
    const project = join(folder, name.replaceAll(/\W/g, '-'))
    mkdirSync(project, { recursive: true })
    writeFileSync(join(project, 'slipway.config.yaml'), code)
    await assert.doesNotReject(Promise.resolve(settingsOf({ ...slipway, cwd: project })), name)
  }
  assert.ok(settings.length >= 6, String(settings.length))
})

const isForAuthors = new Set(['write-a-plugin.md', 'plugin-sdk.md'])

/** Declarations that a snippet gets from earlier ones, or from the text around it. Its own declarations hide these. */
const given = `
const z: typeof import('zod')
const config: import('zod').ZodObject<{ url: import('zod').ZodString; token: import('zod').ZodString }>
const url: string
const token: string
`

test('the TypeScript of the pages compiles', () => {
  const code = join(folder, 'code')
  mkdirSync(code)
  symlinkSync(join(workspace, 'node_modules'), join(folder, 'node_modules'))
  const snippets = pages.filter(({ page, language }) => language === 'ts' && isForAuthors.has(page))
  const files = snippets.map(({ name, code: text }) => {
    const file = `${name.replaceAll(/\W/g, '-')}.ts`
    writeFileSync(join(code, file), `${text}\nexport {}\n`)
    return file
  })
  const ofSdk = Object.keys(sdk).map((name) => `const ${name}: typeof import('@slipway/sdk').${name}`)
  writeFileSync(join(code, 'given.d.ts'), `declare global {${given}${ofSdk.join('\n')}\n}\nexport {}\n`)
  writeFileSync(
    join(code, 'provider.ts'),
    `export { provider } from '${join(workspace, 'examples/provider/provider.ts')}'\n`,
  )
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
  // The compiler options of the guide, only stricter: the sources of the packages are checked, too.
  const compilerOptions = { noUnusedLocals: false, incremental: false, tsBuildInfoFile: null }
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({
      extends: join(workspace, 'tsconfig.json'),
      compilerOptions,
      include: [],
      files: ['code/given.d.ts', ...files.map((file) => `code/${file}`)],
    }),
  )
  const tsc = join(workspace, 'node_modules/.bin/tsc')
  const { status, stdout } = spawnSync(tsc, ['--project', folder], { encoding: 'utf8' })
  assert.equal(status, 0, stdout)
  assert.ok(files.length >= 9, String(files.length))
})
