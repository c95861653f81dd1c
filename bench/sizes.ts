/** How the time for a check grows with a blueprint: resources made by `each`, children side by side, and inside each other. */
import { checkBlueprint, loadChildren, readBlueprint, type ChildSources } from '@slipway/engine'
import { generatedBlueprint, generatedInLanguage, local } from './parse.ts'

const definitions = new Map([['local', local]])

/** Milliseconds of this process's own work, the least of some runs: other processes do not count. */
async function worked(work: () => Promise<void>, runs = 5): Promise<number> {
  const times: number[] = []
  for (let run = 0; run < runs; run++) {
    const before = process.cpuUsage()
    await work()
    const { user, system } = process.cpuUsage(before)
    times.push((user + system) / 1000)
  }
  return Math.min(...times)
}

async function checked(text: string, texts: ReadonlyMap<string, string>, depth: number): Promise<void> {
  const sources: ChildSources = {
    depth,
    answerCall: () => Promise.reject(new Error('no function asks the outside here')),
    isReadable: () => true,
    read: ({ path }) => Promise.resolve({ file: `/${path}`, text: texts.get(path) ?? '' }),
  }
  const { blueprint } = readBlueprint('/site.yaml', text)
  const whole = blueprint && (await loadChildren(blueprint, new Map(), sources))
  const result = whole && checkBlueprint(whole, definitions, new Map())
  if (result?.checked === undefined) throw new Error(result?.diagnostics[0]?.message ?? 'the blueprint cannot be read')
}

function each(items: number): string {
  const spec = 'spec: { path: "out/${elem}-${i}", content: "of ${elem}" }'
  const list = Array.from({ length: items }, (_, index) => `n${index}`).join(',')
  return `version: 2025-11-02\nresources:\n  page: { type: local/file, each: '\${split("${list}", ",")}', ${spec} }\n  index: { type: local/file, spec: { path: index, content: '\${join(page.spec.path, "+")}' } }\n`
}

const leaf = `version: 2025-11-02
variables: { name: { type: string } }
resources: { page: { type: local/file, spec: { path: "out/\${variables.name}", content: x } } }
exports: { path: { type: string, field: page.spec.path } }
`

/** Each child gets the exports of the child before it. */
function beside(children: number): string {
  const lines = Array.from({ length: children }, (_, index) => {
    const name = index === 0 ? 'first' : `\${children.c${index - 1}.path}`
    return `  c${index}: { path: leaf, variables: { name: "${name}" } }`
  })
  return `version: 2025-11-02\ninclude:\n${lines.join('\n')}\n`
}

function nested(depth: number): ReadonlyMap<string, string> {
  const including = (index: number) =>
    `version: 2025-11-02\nvariables: { name: { type: string } }\ninclude: { c: { path: "${index + 1 === depth ? 'leaf' : `n${index + 1}`}", variables: { name: "\${variables.name}/${index}" } } }\nresources: { page: { type: local/file, spec: { path: "\${children.c.path}-${index}", content: x } } }\nexports: { path: { type: string, field: children.c.path } }\n`
  const inner = Array.from({ length: depth }, (_, index) => [`n${index}`, including(index)] as const)
  return new Map([...inner, ['leaf', leaf]])
}

const outermost = 'version: 2025-11-02\ninclude: { c: { path: n0, variables: { name: x } } }\n'

async function report(
  what: string,
  sizes: readonly number[],
  work: (size: number) => () => Promise<void>,
): Promise<void> {
  let before: number | undefined
  for (const size of sizes) {
    const milliseconds = await worked(work(size))
    const growth = before === undefined ? undefined : milliseconds / before
    console.log(JSON.stringify({ what, size, cpuMs: Math.round(milliseconds), timesTheOneBefore: growth?.toFixed(2) }))
    before = milliseconds
  }
}

const texts = new Map([['leaf', leaf]])
const sizes = [5000, 10_000, 20_000]
await report('resources in YAML', sizes, (size) => {
  const text = generatedBlueprint(size)
  return () => Promise.resolve(void readBlueprint('a.yaml', text))
})
await report('resources in the blueprint language', sizes, (size) => {
  const text = generatedInLanguage(size)
  return () => Promise.resolve(void readBlueprint('a.bp', text))
})
await report('items of an each', sizes, (size) => {
  const text = each(size)
  return () => checked(text, texts, 5)
})
await report('children side by side, each told by the one before', [100, 200, 400], (size) => {
  const text = beside(size)
  return () => checked(text, texts, 5)
})
await report('children inside each other', [50, 100, 200], (size) => {
  const inner = nested(size)
  return () => checked(outermost, inner, size + 2)
})
await report('chains of four children, side by side', [50, 100, 200], (size) => {
  const lines = Array.from({ length: size }, (_, index) => `  c${index}: { path: n0, variables: { name: x } }`)
  const text = `version: 2025-11-02\ninclude:\n${lines.join('\n')}\n`
  const inner = nested(3)
  return () => checked(text, inner, 5)
})
