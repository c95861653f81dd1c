/**
 * 200 plugins of 5 MB from a local server, installed by the installer in a process of its own, and in turns with it by curl, tar and one
 * `sync -f`, eight at a time; then the same once more, when there is nothing to do.
 *
 *     node bench/install.ts [--count=200] [--megabytes=5] [--runs=3]
 */
import { execFile, spawn } from 'node:child_process'
import { randomFillSync } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs, promisify } from 'node:util'

const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '200' },
    megabytes: { type: 'string', default: '5' },
    runs: { type: 'string', default: '3' },
  },
})
const run = promisify(execFile)
const dir = mkdtempSync(join(tmpdir(), 'slipway-bench-install-'))
const served = join(dir, 'served')
const names = Array.from({ length: Number(values.count) }, (_, index) => `p${index}`)

async function packArchives(): Promise<void> {
  const content = Buffer.alloc(Number(values.megabytes) * 1024 * 1024)
  randomFillSync(content)
  for (const [index, name] of names.entries()) {
    const folder = join(dir, 'packing')
    mkdirSync(folder, { recursive: true })
    content.writeUInt32LE(index)
    const program = `pulumi-resource-${name}`
    writeFileSync(join(folder, program), content, { mode: 0o755 })
    mkdirSync(served, { recursive: true })
    await run('tar', [
      '-I',
      'gzip -1',
      '-cf',
      join(served, `${program}-v1.0.0-linux-amd64.tar.gz`),
      '-C',
      folder,
      program,
    ])
    rmSync(folder, { recursive: true })
  }
}

/** The same by hand: curl, tar and one sync. */
async function byHand(port: string): Promise<number> {
  const folder = join(dir, 'by-hand')
  mkdirSync(folder)
  const each = `mkdir $0 && curl -sf http://127.0.0.1:${port}/pulumi-resource-$0-v1.0.0-linux-amd64.tar.gz -o $0.tar.gz && tar -xzf $0.tar.gz -C $0`
  const started = performance.now()
  const command = `printf '%s\\n' ${names.join(' ')} | xargs -P 8 -I{} sh -c '${each}' {} && sync -f .`
  await run('sh', ['-c', command], { cwd: folder, maxBuffer: 1 << 26 })
  const took = performance.now() - started
  rmSync(folder, { recursive: true })
  return took
}

interface Measured {
  readonly milliseconds: number
  readonly megabytes: number
}

async function byInstaller(port: string, home: string): Promise<Measured> {
  const script = join(import.meta.dirname, 'install/installing.ts')
  const { stdout } = await run(process.execPath, [script, home, port, ...names])
  return JSON.parse(stdout) as Measured
}

function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN
}

await packArchives()
const server = spawn(process.execPath, [join(import.meta.dirname, 'install/archive-server.ts'), served], {
  stdio: ['ignore', 'pipe', 'inherit'],
})
try {
  const [port] = (await once(server.stdout.setEncoding('utf8'), 'data')) as [string]
  const [hands, installs, again]: [number[], Measured[], number[]] = [[], [], []]
  for (let count = 0; count < Number(values.runs); count++) {
    const home = join(dir, 'home')
    hands.push(await byHand(port.trim()))
    installs.push(await byInstaller(port.trim(), home))
    again.push((await byInstaller(port.trim(), home)).milliseconds)
    rmSync(home, { recursive: true })
  }
  const [hand, took] = [median(hands), median(installs.map(({ milliseconds }) => milliseconds))]
  console.log(`${values.count} plugins of ${values.megabytes} MB, medians of ${values.runs}`)
  console.log(`curl, tar and sync -f, 8 at a time   ${hand.toFixed(0)} ms`)
  console.log(`installer                            ${took.toFixed(0)} ms, ${(took / hand).toFixed(2)} x`)
  console.log(
    `memory of the installer              ${Math.max(...installs.map(({ megabytes }) => megabytes)).toFixed(0)} MB`,
  )
  console.log(`nothing to do                        ${median(again).toFixed(1)} ms`)
} finally {
  server.kill()
  rmSync(dir, { recursive: true, force: true })
}
