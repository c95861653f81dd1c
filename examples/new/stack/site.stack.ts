import { stack } from 'slipway'
import * as z from 'zod'

/** A page in a folder of this machine, with the name of the harbour in which it lies. */
export default stack({ variables: { title: z.string().default('It floats') } }, (s, v) => {
  const harbour = s.resource('harbour', 'random/pet', {})

  const page = s.resource('page', 'local/file', {
    path: 'public/index.html',
    content: harbour.out.result.map(
      (name) => `<!doctype html>
<title>${v.title}</title>
<h1>${v.title}</h1>
<p>In the harbour of ${name}.</p>
`,
    ),
  })

  return { harbour: harbour.out.result, path: page.out.path }
})
