import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { parseDescriptor } from '../descriptor/parse.ts'
import { GitServer } from '../testing/servers/git-server.ts'
import { bringFolder, limitsOfTemplates } from './bring-folder.ts'

const base = mkdtempSync(join(tmpdir(), 'slipway-bring-folder-'))
const { signal } = new AbortController()
const access = { env: { PATH: process.env['PATH'], HOME: base }, signal }
let server: GitServer

before(async () => {
  server = await GitServer.start()
})
after(async () => {
  await server.stop()
  rmSync(base, { recursive: true })
})

let count = 0

async function bring(text: string, limits = limitsOfTemplates): Promise<string> {
  const folder = join(base, `brought-${++count}`)
  await bringFolder(parseDescriptor(text, { cwd: base }), folder, `${folder}-meanwhile`, access, limits)
  return folder
}

function repository(name: string, fill: (clone: string) => void): string {
  const { clone, git } = server.create(name)
  fill(clone)
  git('add', '.')
  git('commit', '--quiet', '-m', 'one')
  git('push', '--quiet', 'origin', 'main')
  return `git+${server.url}/${name}`
}

test('a local folder is copied without its working files', async () => {
  const folder = join(base, 'template')
  for (const name of ['node_modules/a', '.slipway', '.git/hooks', 'src'])
    mkdirSync(join(folder, name), { recursive: true })
  writeFileSync(join(folder, 'src/site.stack.ts'), 'export default () => {}\n')
  writeFileSync(join(folder, '.slipway/state'), '')
  const brought = await bring('./template')
  assert.deepEqual(readdirSync(brought), ['src'])
  assert.equal(readFileSync(join(brought, 'src/site.stack.ts'), 'utf8'), 'export default () => {}\n')
})

test('a repository is copied as plain files: no hook or filter runs, and a subfolder stands alone', async () => {
  const ran = join(base, 'ran')
  const url = repository('template', (clone) => {
    writeFileSync(join(clone, '.gitattributes'), '* filter=own\n')
    mkdirSync(join(clone, 'deep/hooks'), { recursive: true })
    writeFileSync(join(clone, 'deep/site.stack.ts'), '// site\n')
    for (const hook of ['post-checkout', 'post-merge'].map((name) => join(clone, 'deep/hooks', name))) {
      writeFileSync(hook, `#!/bin/sh\ntouch ${ran}\n`)
      chmodSync(hook, 0o755)
    }
  })
  assert.deepEqual(readdirSync(await bring(`${url}#deep`)), ['hooks', 'site.stack.ts'])
  assert.deepEqual(readdirSync(await bring(url)), ['.gitattributes', 'deep'])
  assert.equal(readdirSync(base).includes('ran'), false)
})

const leading = (folder: string): void => symlinkSync('/etc/passwd', join(folder, 'passwd'))

test('a link that leads out is refused, in a folder and in a repository', async () => {
  mkdirSync(join(base, 'links'))
  leading(join(base, 'links'))
  const refused = {
    code: 'install/bad-folder',
    message: /the link passwd leads out of it, or nowhere \(\/etc\/passwd\)/,
  }
  await assert.rejects(bring('./links'), refused)
  await assert.rejects(bring(repository('links', leading)), refused)
})

test('a folder or repository with too many files or bytes, or a folder with a pipe, is refused as a template', async () => {
  const small = { ...limitsOfTemplates, files: 20, bytes: 1024 ** 2 }
  const refused = async (text: string, message: RegExp) =>
    await assert.rejects(bring(text, small), { code: 'install/bad-folder', message })
  const many = repository('many', (clone) => {
    for (let index = 0; index < 21; index++) writeFileSync(join(clone, String(index)), '')
  })
  await refused(many, /is too large: 2\d files of 0 MiB; the limit is 20 files of 1 MiB/)
  await refused(join(server.folder, 'many.clone'), /it has more than 20 files and folders/)
  const large = repository('large', (clone) => writeFileSync(join(clone, 'large'), Buffer.alloc(1024 ** 2 + 1)))
  await refused(large, /is too large: \d files of 2 MiB; the limit is 20 files of 1 MiB/)
  await refused(join(server.folder, 'large.clone'), /it has more than 1 MiB/)
  const piped = join(base, 'piped')
  mkdirSync(piped)
  execFileSync('mkfifo', [join(piped, 'pipe')])
  await refused(piped, /pipe is neither a file nor a folder/)
})

test('the page about errors names the limits of a template', () => {
  const page = readFileSync(join(import.meta.dirname, '../../../../docs/reference/errors/install.md'), 'utf8')
  const { files, bytes } = limitsOfTemplates
  const limits = `at most ${files.toLocaleString('en')} files, with ${bytes / 1024 ** 2} MiB in all`
  assert.ok(page.includes(`A template of \`slipway new\` may have ${limits}.`), limits)
})

test('a template that is neither a folder nor a repository, or cannot be reached, is refused', async () => {
  await assert.rejects(bring('npm:slipway-template'), { code: 'install/bad-descriptor' })
  await assert.rejects(bring(`git+${server.url}/none`), { code: 'install/unreachable' })
})
