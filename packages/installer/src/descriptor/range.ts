import compareBuild from 'semver/functions/compare-build.js'
import prerelease from 'semver/functions/prerelease.js'
import satisfies from 'semver/functions/satisfies.js'
import valid from 'semver/functions/valid.js'
import validRange from 'semver/ranges/valid.js'
import type { Form, Range } from './descriptor.ts'
import { Misread } from './misread.ts'
import { terraformRange } from './terraform-range.ts'

/** The words for the versions of each ecosystem. A reference (a tag, a commit, a digest) is requested as it is written, and names one version. */
const words = {
  id: semverRange,
  pulumi: semverRange,
  npm: semverRange,
  terraform: terraformRange,
  git: reference,
  release: reference,
  url: reference,
  oci: reference,
  path: reference,
} as const satisfies Readonly<Record<Form['form'], (text: string) => Range>>

const longest = 256

/**
 * Reads a version or range in the words of the ecosystem of `form`. Without text, every release fits; a reference fits every version.
 * @throws Misread if the text is neither a version nor a range there
 */
export function rangeOf(form: Form['form'], text = ''): Range {
  if (text.length > longest) throw new Misread(`the version is longer than ${longest} characters`)
  return words[form](text.trim().replaceAll(/\s+/g, ' '))
}

/**
 * Reads a range by the rules of npm, which deploy-engine and Pulumi plugins share: `1.2.3`, `^1.2`, `~1.2`, `4`, `>=1 <3`. A prerelease fits only a
 * range that names a prerelease of the same `major.minor.patch`.
 */
function semverRange(text: string): Range {
  if (text === '') return { text, fits: (version) => satisfies(version, '*') }
  const exact = /^[=v ]*\d+\.\d+\.\d+([-+].*)?$/.test(text) ? valid(text.replace(/^[=v ]+/, '')) : null
  if (exact !== null) {
    const written = text.replace(/^[=v ]+/, '')
    return { text: written, exact: written, fits: (version) => isSame(version, written) }
  }
  if (validRange(text) === null) {
    const advice = /^[a-z]/i.test(text)
      ? 'leave the version out for the newest one, or write a version or a range'
      : 'write a version or a range'
    throw new Misread(`"${text}" is neither a version nor a range`, `${advice}: 1.2.3, ^1.2, ~1.2, >=1.2 <2`)
  }
  return { text, fits: (version) => satisfies(version, text) }
}

function reference(text: string): Range {
  return text === '' ? { text, fits: () => true } : { text, exact: text, fits: (version) => version === text }
}

function isSame(version: string, wanted: string): boolean {
  return version === wanted || (valid(version) !== null && compareBuild(version, wanted) === 0)
}

/** Compares two versions so that the highest sorts last. Versions that npm would not accept come first, in alphabetical order. */
export function compareVersions(a: string, b: string): number {
  const [isA, isB] = [valid(a) !== null, valid(b) !== null]
  if (isA && isB) return compareBuild(a, b) || order(a, b)
  return isA === isB ? order(a, b) : isA ? 1 : -1
}

function order(a: string, b: string): number {
  return a === b ? 0 : a < b ? -1 : 1
}

export function isPrerelease(version: string): boolean {
  return prerelease(version) !== null
}
