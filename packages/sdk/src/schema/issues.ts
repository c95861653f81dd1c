import type { $ZodIssue } from 'zod/v4/core'
import { kindOf, pathText, type Value } from '@slipway/model'

/** One sentence per issue, each with its place: `spec.length: expected integer, got string`. */
export function reasonsOfIssues(issues: readonly $ZodIssue[], root: string): string[] {
  return issues.flatMap((issue) => reasonsOfIssue(issue, root))
}

function reasonsOfIssue(issue: $ZodIssue, root: string): string[] {
  const subject = pathText(root, issue.path)
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) => `${pathText(subject, [key])}: there is no such property`)
  if (issue.code === 'invalid_union' && issue.errors.length > 0) {
    const closest = closestBranch(issue.errors)
    if (closest !== undefined) return reasonsOfIssues(closest, subject)
  }
  return [`${subject}: ${sentence(issue)}`]
}

/** The branch of a union that got furthest into the value, if one did: its issues are the helpful ones. */
function closestBranch(branches: readonly (readonly $ZodIssue[])[]): readonly $ZodIssue[] | undefined {
  return branches.find((issues) => issues.every((issue) => issue.path.length > 0))
}

/** zod's own messages need one of its languages loaded, which costs start-up time; these are ours. */
function sentence(issue: $ZodIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined
        ? 'is required'
        : `expected ${kindName(issue.expected)}, got ${kindOfInput(issue.input)}`
    case 'too_small':
      return `must be ${issue.inclusive === false ? 'more than' : 'at least'} ${issue.minimum}${unit(issue.origin)}`
    case 'too_big':
      return `must be ${issue.inclusive === false ? 'less than' : 'at most'} ${issue.maximum}${unit(issue.origin)}`
    case 'invalid_format':
      return issue.pattern === undefined ? `is not a valid ${issue.format}` : `must match ${issue.pattern}`
    case 'not_multiple_of':
      return `must be a multiple of ${issue.divisor}`
    case 'invalid_value':
      return `must be ${issue.values.map((value) => JSON.stringify(value)).join(' or ')}`
    case 'invalid_key':
      return 'a key is not valid'
    case 'invalid_element':
      return 'an element is not valid'
    case 'invalid_union':
      return issue.input === undefined
        ? 'is required'
        : `has none of the allowed shapes, got ${kindOfInput(issue.input)}`
    case 'unrecognized_keys':
    case 'custom':
      return issue.message
  }
}

function unit(origin: string): string {
  if (origin === 'string') return ' characters long'
  return origin === 'array' ? ' items long' : ''
}

const kindNames: Readonly<Record<string, string>> = {
  int: 'integer',
  bigint: 'integer',
  array: 'list',
  object: 'map',
  record: 'map',
}

function kindName(expected: string): string {
  return kindNames[expected] ?? expected
}

function kindOfInput(input: unknown): string {
  return kindOf(input as Value)
}
