import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { revealed } from '@slipway/model'
import { Budget } from '../../../language/budget.ts'
import { parsedExpression } from '../../../testing/definitions.ts'
import { evaluate } from '../../evaluate.ts'
import { nothingDeclared } from '../../scope.ts'
import { coreFunctions } from '../table.ts'
import { writeJson } from '../write-json.ts'
import { counterparts, functionElsewhere } from './opentofu.ts'

describe('each row about an OpenTofu function has a correct example', () => {
  for (const { name, ours, example, gives } of counterparts) {
    test(name, () => {
      if (ours !== undefined) assert.ok(coreFunctions.has(ours), ours)
      if (example === undefined) return
      const found = evaluate(parsedExpression(example), { ...nothingDeclared, budget: new Budget() })
      assert.equal(writeJson(revealed(found)), gives)
    })
  }
})

/** The names of the functions in `tofu metadata functions -json` of 1.12. */
const all =
  'abs abspath alltrue anytrue base64decode base64encode base64gunzip base64gzip base64sha256 base64sha512 basename bcrypt can ceil chomp chunklist cidrcontains cidrhost cidrnetmask cidrsubnet cidrsubnets coalesce coalescelist compact concat contains csvdecode dirname distinct element endswith ephemeralasnull file filebase64 filebase64sha256 filebase64sha512 fileexists filemd5 fileset filesha1 filesha256 filesha512 flatten floor format formatdate formatlist indent index issensitive join jsondecode jsonencode keys length list log lookup lower map matchkeys max md5 merge min nonsensitive one parseint pathexpand plantimestamp pow range regex regexall replace reverse rsadecrypt sensitive setintersection setproduct setsubtract setunion sha1 sha256 sha512 signum slice sort split startswith strcontains strrev substr sum templatefile templatestring textdecodebase64 textencodebase64 timeadd timecmp timestamp title tobool tolist tomap tonumber toset tostring transpose trim trimprefix trimspace trimsuffix try type upper urldecode urlencode uuid uuidv5 values yamldecode yamlencode zipmap'

test('each function of OpenTofu has exactly one row', () => {
  assert.deepEqual(
    counterparts.map(({ name }) => name),
    all.split(' '),
  )
})

test('an OpenTofu function name is answered with ours', () => {
  assert.equal(functionElsewhere('length'), 'here it is len: len(["a", "b"])')
  assert.equal(functionElsewhere('filemd5'), 'Write md5(file(path)).')
  assert.match(functionElsewhere('bcrypt') ?? '', /differs at every call/)
  assert.equal(functionElsewhere('parseInt'), 'write tonumber(text)')
  assert.equal(functionElsewhere('nothing'), undefined)
})
