import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { formatPostfix } from '@slipway/graph'
import { isStageProblem, parseStage } from './stage-name.ts'

describe('a stage', () => {
  const good = {
    pre_deployment: 'pre_deployment',
    post_deployment: 'post_deployment',
    'post_deployment/100': 'post_deployment 100',
    'post_deployment/-99.9': 'post_deployment -99.9',
    'pre_deployment/+5': 'pre_deployment 5',
    'pre_deployment/.5': 'pre_deployment 0.5',
    'pre_deployment/0': 'pre_deployment 0',
  }
  for (const [text, expected] of Object.entries(good)) {
    test(text, () => {
      const parsed = parseStage(text)
      assert.ok(!isStageProblem(parsed))
      const number = parsed.postfix === undefined ? '' : ` ${formatPostfix(parsed.postfix)}`
      assert.equal(parsed.stage + number, expected)
    })
  }
})

describe('a typo in a stage is explained', () => {
  const slips: readonly (readonly [text: string, code: string, message: RegExp, hint: RegExp])[] = [
    ['post_deployment:: 50', 'stage-separator', /"::" is between/, /stage: post_deployment\/50$/],
    ['post_deployment: :50', 'stage-separator', /": :" is between/, /stage: post_deployment\/50$/],
    ['post_deployment::50', 'stage-separator', /"::" is between/, /stage: post_deployment\/50$/],
    ['post_deployment:100', 'stage-separator', /":" is between/, /stage: post_deployment\/100$/],
    ['post_deployment:-99.9', 'stage-separator', /":" is between/, /stage: post_deployment\/-99\.9$/],
    ['post_deployment:', 'stage-separator', /":" is between/, /stage: post_deployment$/],
    ['post_deployment 50', 'stage-separator', /nothing but blanks is between/, /stage: post_deployment\/50$/],
    ['post_deployment\\50', 'stage-separator', /"\\" is between/, /stage: post_deployment\/50$/],
    ['post_deployment50', 'stage-separator', /^nothing is between/, /stage: post_deployment\/50$/],
    ['post_deployment:/50', 'stage-separator', /":\/" is between/, /stage: post_deployment\/50$/],
    ['post_deployment /50', 'stage-separator', /a space before the "\/"/, /stage: post_deployment\/50$/],
    ['pre_deploymet::50', 'stage-separator', /"::" is between/, /stage: pre_deployment\/50$/],
    ['post-deployment/50', 'unknown-stage', /no stage called "post-deployment"/, /did you mean "post_deployment"/],
    ['post_deployment/', 'bad-postfix', /no number follows the "\/"/, /only: stage: post_deployment$/],
    ['post_deployment/5.', 'bad-postfix', /ends with a point/, /post_deployment\/5 or post_deployment\/5\.0$/],
    ['post_deployment/1e3', 'bad-postfix', /has an exponent/, /1000 for 1e3/],
    ['post_deployment/1,5', 'bad-postfix', /has a comma/, /post_deployment\/1\.5$/],
    ['post_deployment/1/2', 'bad-postfix', /more than one "\/"/, /post_deployment\/1$/],
    ['post_deployment/ 50', 'bad-postfix', /there is a space/, /post_deployment\/50$/],
    ['post_deployment/nan', 'bad-postfix', /"nan" is not a number/, /an integer or a decimal/],
    ['post_deployment/100\n', 'stage-whitespace', /ends with a line break/, /stage: post_deployment\/100$/],
    [' post_deployment', 'stage-whitespace', /begins with a blank/, /stage: post_deployment$/],
    ['Post_deployment/1', 'unknown-stage', /no stage called "Post_deployment"/, /did you mean "post_deployment"/],
    ['post_deploymnet', 'unknown-stage', /no stage called/, /did you mean "post_deployment"/],
    ['deployment', 'unknown-stage', /no stage called "deployment"/, /pre_deployment and post_deployment/],
    ['/5', 'unknown-stage', /does not name a stage/, /pre_deployment and post_deployment/],
    ['', 'unknown-stage', /does not name a stage/, /pre_deployment and post_deployment/],
  ]
  for (const [text, code, message, hint] of slips) {
    test(JSON.stringify(text), () => {
      const parsed = parseStage(text)
      assert.ok(isStageProblem(parsed))
      assert.equal(parsed.code, `tasks/${code}`)
      assert.match(parsed.message, message)
      assert.match(parsed.hint, hint)
    })
  }
})
