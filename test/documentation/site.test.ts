/** The site that `npm run docs` makes, and the command lines that its pages show. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { globSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { brokenLinks, buildSite, unlinkedPages } from '../../tools/docs/site.ts'
import { sectionsOf } from '../../tools/docs/sources.ts'
import { missing, startBrowser } from '../pictures/browser.ts'

const pageOf = (path: string, text = `# ${path}`) => ({ path, text })

const workspace = join(import.meta.dirname, '../..')
const site = realpathSync(mkdtempSync(join(tmpdir(), 'slipway-site-')))
after(() => rmSync(site, { recursive: true, force: true }))

describe('the site of the documentation', () => {
  let count = 0
  before(async () => {
    count = await buildSite(site)
  })

  test('has every page, and no broken link', () => {
    const written = globSync('**/*.md', { cwd: join(workspace, 'docs') })
    // The count includes the README, and the page that is made from the commands.
    assert.equal(count, written.length + 2)
    const commands = readFileSync(join(site, 'reference/commands.html'), 'utf8')
    assert.match(commands, /plugin new.*--no-install/s)
  })

  test('guides are in the order in which docs/README.md lists them, and it lists every guide', () => {
    const list = pageOf('README.md', '[b](guides/b.md), [a](guides/a.md)')
    const guides = sectionsOf([pageOf('guides/a.md'), pageOf('guides/b.md'), list]).find(
      ({ name }) => name === 'Guides',
    )
    assert.deepEqual(
      guides?.pages.map(({ path }) => path),
      ['guides/b.md', 'guides/a.md'],
    )
    const listed = readFileSync(join(workspace, 'docs/README.md'), 'utf8')
    const all = globSync('guides/*.md', { cwd: join(workspace, 'docs') })
    assert.deepEqual(
      all.filter((path) => !listed.includes(`](${path})`)),
      [],
    )
  })

  test('reports a link to a missing heading or file', () => {
    const pages = [
      { path: 'guides/a.html', anchors: new Set(['here']), links: ['guides/a.html#here', 'guides/a.html#gone'] },
      { path: 'guides/b.html', anchors: new Set<string>(), links: ['../examples', '../nowhere', 'guides/c.html'] },
    ]
    assert.deepEqual(brokenLinks(pages), [
      'guides/a.html: guides/a.html#gone',
      'guides/b.html: ../nowhere',
      'guides/b.html: guides/c.html',
    ])
  })

  test('reports a page without a link to it', () => {
    const pages = [
      { path: 'index.html', links: ['guides/a.html#here'] },
      { path: 'guides/a.html', links: [] },
      { path: 'guides/b.html', links: ['guides/b.html#below'] },
    ]
    assert.deepEqual(unlinkedPages(pages), ['guides/b.html'])
  })

  test('can be searched in a browser without a server', { skip: missing }, async () => {
    const browser = await startBrowser()
    try {
      const page = await browser.newPage()
      const troubles: string[] = []
      page.on('pageerror', (error) => troubles.push(error.message))
      page.on('requestfailed', (request) => troubles.push(request.url()))
      await page.goto(pathToFileURL(join(site, 'guides/recovery.html')).href)
      await page.fill('#search', 'folder-not-empty')
      await page.locator('#found a').first().click()
      await page.waitForURL(/reference\/errors\/cli\.html#clifolder-not-empty$/)
      assert.equal(await page.locator('nav a[aria-current]').innerText(), 'Errors of the command line')
      await page.locator('nav a', { hasText: 'Write a plugin' }).click()
      assert.equal(await page.locator('h1').innerText(), 'Write a plugin')
      assert.deepEqual(troubles, [])
    } finally {
      await browser.close()
    }
  })
})

/** Commands that only read, and need nothing but a machine; their output is for users. The parser's tests cover the others. */
const harmless =
  /^slipway (--help|version|doctor|config|functions|instances|plugin list|(completion|eval|explain) .+)( --json)?$/

function commandLines(): readonly string[] {
  const texts = globSync('{README.md,docs/{guides,reference,reference/errors}/*.md}', { cwd: workspace }).map((file) =>
    readFileSync(join(workspace, file), 'utf8'),
  )
  const lines = texts.flatMap((text) =>
    Array.from(
      text.matchAll(/^(?: {4})?(?:\$ )?(slipway .+)$|`(slipway [^`\n]+)`/gm),
      ([, line, span]) => line ?? span ?? '',
    ),
  )
  const whole = lines.map((line) => line.replace(/ {2,}.*$| #.*$/, '').trim())
  // Words in capitals, dots and brackets are placeholders for the reader's values.
  return [...new Set(whole.filter((line) => harmless.test(line) && !/\b[A-Z]{2,}\b|…|\.\.\.|\[|</.test(line)))].sort()
}

test('every read-only command line on the pages works', () => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'slipway-lines-')))
  after(() => rmSync(folder, { recursive: true, force: true }))
  // A user of fish has this folder.
  mkdirSync(join(folder, '.config/fish/completions'), { recursive: true })
  const bin = join(workspace, 'node_modules/.bin')
  const env = { ...process.env, HOME: folder, XDG_CONFIG_HOME: folder, PATH: `${bin}:${process.env['PATH']}` }
  const lines = commandLines()
  assert.ok(lines.length >= 5, lines.join('\n'))
  const failed = lines.flatMap((line) => {
    const { status, stdout, stderr } = spawnSync('sh', ['-c', line], { cwd: folder, encoding: 'utf8', env })
    return status === 0 ? [] : [`${line}: ${stdout}${stderr}`]
  })
  assert.deepEqual(failed, [])
})
