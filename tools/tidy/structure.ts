/** oxlint's checks of the structure, by the tables of walls.ts: walls and sizes. */
import { dirname } from 'node:path'
import { defineConfig } from 'oxlint'
import { allowed, inner, mainEntryOnly, rooms } from './walls.ts'

interface Restriction {
  readonly regex: string
  readonly message: string
}

interface Override {
  readonly files: string[]
  readonly rules: { readonly 'no-restricted-imports': ['error', { patterns: Restriction[] }] }
}

const folders = Object.keys(rooms)

/** oxlint applies the last override that matches a file. */
function override(files: readonly string[], patterns: readonly Restriction[]): Override {
  return {
    files: files.map((file) => `**/${file}`),
    rules: { 'no-restricted-imports': ['error', { patterns: [...patterns] }] },
  }
}

/** `packages/host` may import some packages by their names, and nothing of theirs by its path. */
function betweenPackages(folder: string): readonly Restriction[] {
  const name = folder.replace(/^packages\//, '')
  const permitted = allowed[name] ?? ['sdk']
  const others = Object.keys(allowed).filter((other) => other !== name && !other.includes('/'))
  const forbidden = permitted.includes('*') ? [] : others.filter((other) => !permitted.includes(other))
  const mainOnly = mainEntryOnly.filter(([importer]) => importer === name).map(([, imported]) => imported)
  return [
    ...(forbidden.length === 0
      ? []
      : [
          {
            regex: `^@slipway/(${forbidden.join('|')})(/|$)`,
            message: `${name} may import ${permitted.join(', ') || 'nothing of ours'}.`,
          },
        ]),
    ...mainOnly.map((imported) => ({
      regex: `^@slipway/${imported}/`,
      message: `${name} may import only the main entry of ${imported}.`,
    })),
    { regex: '^slipway(/|$)', message: 'Nothing imports slipway.' },
    { regex: '^(\\.\\./)+([a-z-]+/)*src/', message: 'Other packages are imported by their names.' },
  ]
}

/** The restrictions of a room: on the rooms after it, and on those beside it if they are apart. */
function betweenRooms(folder: string): readonly (readonly [room: string, restrictions: readonly Restriction[]])[] {
  const levels = rooms[folder] ?? []
  return levels.flatMap((level, index) => {
    const after = levels.slice(index + 1).flatMap(namesOf)
    return namesOf(level).map((room) => {
      const beside = namesOf(level).filter((other) => other !== room)
      const unknown = [...beside, ...after]
      const restriction = {
        regex: `^(\\.\\./)+(${unknown.join('|')})/`,
        message: `${room} does not know ${unknown.join(', ')}.`,
      }
      return [`${folder}/${room}`, unknown.length === 0 ? [] : [restriction]] as const
    })
  })
}

/** The rooms of a level. */
export function namesOf(level: (typeof rooms)[string][number]): readonly string[] {
  return typeof level === 'string' ? [level] : level.apart
}

function wallsOf(folder: string): readonly Override[] {
  const outside = betweenPackages(folder)
  const source = `${folder}/src`
  const own = folders.filter((other) => other === source || other.startsWith(`${source}/`))
  const hidden = inner
    .filter((room) => dirname(room) === source)
    .map((room) => ({
      regex: `/${room.slice(source.length + 1)}/[^/]+/`,
      message: 'Only the main entry hands that out.',
    }))
  const restricted = new Map(own.flatMap((other) => betweenRooms(other)))
  const inRooms = Array.from(restricted, ([room, restrictions]) => {
    const above = [...restricted].filter(([other]) => room.startsWith(`${other}/`)).flatMap(([, those]) => those)
    return override([`${room}/**`], [...outside, ...hidden, ...above, ...restrictions])
  })
  return [
    override([`${folder}/**`], [...outside, ...hidden]),
    ...inRooms,
    override([`${source}/index.ts`, `${source}/**/*.test.ts`, `${source}/**/{testing,gen}/**`], outside),
  ]
}

const packages = Object.keys(allowed).map((name) => (name.includes('/') ? name : `packages/${name}`))

export default defineConfig({
  categories: { correctness: 'off' },
  rules: {
    'max-lines': ['error', { max: 400 }],
    'max-lines-per-function': ['error', { max: 70 }],
  },
  overrides: [
    override(['plugins/*/src/**'], betweenPackages('plugins')),
    ...packages.flatMap(wallsOf),
    {
      files: ['**/*.test.ts', '**/conformance*.ts', '**/conformance/**', '**/test/**', '**/bench/**'],
      rules: { 'max-lines-per-function': 'off' },
    },
  ],
})
