import { parsePostfix, type Postfix } from '@slipway/graph'
import { didYouMean, nearest } from '@slipway/source'
import { stageNames, type StageName } from './task.ts'

export interface ParsedStage {
  readonly stage: StageName
  readonly postfix?: Postfix
}

export interface StageProblem {
  readonly code: string
  readonly message: string
  readonly hint: string
}

/** Reads `post_deployment/100`, or returns the problem with a hint. */
export function parseStage(text: string): ParsedStage | StageProblem {
  const shape = whitespaceProblem(text) ?? separatorProblem(text)
  if (shape !== undefined) return shape
  const [name = '', ...rest] = text.split('/')
  if (!isStageName(name)) return unknownStage(text, name)
  if (rest.length === 0) return { stage: name }
  const number = rest.join('/')
  const postfix = parsePostfix(number)
  return postfix === undefined ? badPostfix(name, number) : { stage: name, postfix }
}

export function isStageProblem(parsed: ParsedStage | StageProblem): parsed is StageProblem {
  return 'code' in parsed
}

function whitespaceProblem(text: string): StageProblem | undefined {
  if (text === text.trim()) return undefined
  const where = text.trimEnd() === text ? 'begins' : 'ends'
  const what = /[\r\n]/.test(text) ? 'a line break' : 'a blank'
  return {
    code: 'tasks/stage-whitespace',
    message: `the stage ${where} with ${what}`,
    hint: `write it as: stage: ${text.trim()}`,
  }
}

/**
 * The problem of a colon, a blank or anything else in the place of the "/": `post_deployment::50`, `post_deployment: :50`, `post_deployment
 * 50`.
 */
function separatorProblem(text: string): StageProblem | undefined {
  const match =
    /^(\w*?)\s*([^\w\s/][^\w/]*?|[\s:]+\/|\s+)\s*([-+]?\.?\w.*)?$/.exec(text) ??
    /^((?:pre|post)_deployment)()(\d.*)$/.exec(text)
  if (match === null) return undefined
  const [, written = '', between = '', number = ''] = match
  // `post-deployment/50` has its "/"; only its name is wrong.
  const name = isStageName(written) ? written : nearest(written, stageNames)
  if (name === undefined || number.includes('/')) return undefined
  const separator = between.trim().replaceAll(/\s+/g, ' ')
  const meant = number === '' ? name : `${name}/${number.replace(/^[\s:]+/, '')}`
  return {
    code: 'tasks/stage-separator',
    message: `${separatorWords(between, separator)} in "${text}"; the separator is "/"`,
    hint: `write it as: stage: ${meant}`,
  }
}

function separatorWords(written: string, separator: string): string {
  if (separator === '/') return 'there is a space before the "/"'
  const instead = written === '' ? 'nothing' : separator === '' ? 'nothing but blanks' : `"${separator}"`
  return `${instead} is between the stage and its number`
}

function unknownStage(text: string, name: string): StageProblem {
  const suggestion = didYouMean(name, stageNames)
  const all = `the stages are ${stageNames.join(' and ')}`
  return {
    code: 'tasks/unknown-stage',
    message: name === '' ? `"${text}" does not name a stage` : `there is no stage called "${name}"`,
    hint: suggestion === undefined ? all : `${suggestion} ${all}`,
  }
}

function badPostfix(stage: StageName, number: string): StageProblem {
  const problem = (reason: string, hint: string): StageProblem => ({
    code: 'tasks/bad-postfix',
    message: `${reason} in "${stage}/${number}"`,
    hint,
  })
  if (number === '') return problem('no number follows the "/"', `write a number after it, or only: stage: ${stage}`)
  if (number.includes('/'))
    return problem('there is more than one "/"', `write one number: stage: ${stage}/${firstNumber(number)}`)
  if (/^[-+]?\d+\.$/.test(number)) {
    const digits = number.slice(0, -1)
    return problem('the number ends with a point', `write it as: stage: ${stage}/${digits} or ${stage}/${digits}.0`)
  }
  if (/^[-+]?(\d+\.?\d*|\.\d+)e[-+]?\d+$/i.test(number)) {
    return problem('the number has an exponent', 'write it out, such as 1000 for 1e3')
  }
  if (/^[-+]?\d+,\d+$/.test(number)) {
    return problem('the number has a comma', `write a point: stage: ${stage}/${number.replace(',', '.')}`)
  }
  if (/\s/.test(number))
    return problem('there is a space', `write it as: stage: ${stage}/${number.replaceAll(/\s+/g, '')}`)
  return problem(`"${number}" is not a number`, 'write an integer or a decimal, such as 100, -99.9 or .5')
}

function firstNumber(text: string): string {
  return text.split('/').find((part) => parsePostfix(part) !== undefined) ?? '0'
}

function isStageName(name: string): name is StageName {
  return (stageNames as readonly string[]).includes(name)
}
