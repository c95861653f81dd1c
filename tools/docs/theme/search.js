// In the browser, after minisearch.js and index-of-words.js: what is typed, and the places where it is spoken of.
{
  const box = document.getElementById('search')
  const list = document.getElementById('found')
  const index = MiniSearch.loadJSON(words, searchOptions)
  const most = 20
  box.addEventListener('input', () => {
    const options = { prefix: true, fuzzy: 0.15, boost: { heading: 4, page: 2 }, combineWith: 'AND' }
    const results = box.value.trim() === '' ? [] : index.search(box.value, options).slice(0, most)
    list.replaceChildren(
      ...results.map(({ id, heading, page }) => {
        const link = document.createElement('a')
        link.href = `${box.dataset.up}/${id}`
        link.textContent = heading === page ? heading : `${page}: ${heading}`
        const item = document.createElement('li')
        item.append(link)
        return item
      }),
    )
  })
}
