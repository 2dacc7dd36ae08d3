/*
 * What is measured in a page, without disturbing it: a mutation observer and the frame after it, and
 * the counters of the browser.
 */

/** In the page, before its own scripts. `seen` resolves when the frame that shows it is painted. */
function watchPage(selectors) {
  const painted = (tell) =>
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = () => tell(performance.now())
      port2.postMessage(0)
    })
  const watches = new Set()
  const check = () => {
    for (const watch of watches) {
      const found = document.querySelector(watch.selector)
      if (!found || found.textContent === watch.before) continue
      watches.delete(watch)
      painted(watch.tell)
    }
  }
  const watch = (selector, before) =>
    new Promise((tell) => {
      watches.add({ selector, before, tell })
    })
  window.seen = Object.fromEntries(
    Object.entries(selectors).map(([name, selector]) => [name, watch(selector)]),
  )
  /** From the next click on. */
  window.watchClick = (selector) => {
    const start = new Promise((resolve) => {
      const options = { capture: true, once: true }
      addEventListener('click', ({ timeStamp }) => resolve(timeStamp), options)
    })
    const shown = watch(selector, document.querySelector(selector)?.textContent)
    window.clicked = Promise.all([start, shown]).then(([from, to]) => to - from)
  }
  new MutationObserver(check).observe(document, {
    childList: true,
    subtree: true,
    characterData: true,
  })
}

const network = {
  offline: false,
  latency: 40,
  downloadThroughput: 1.25e6,
  uploadThroughput: 1.25e6,
}

/** A page on a slow network and processor, with its counters. */
export async function openProbed(context, { slowDown, app }) {
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  const sent = new Map()
  const cached = new Set()
  devtools.on('Network.requestWillBeSent', ({ requestId, wallTime, request: { url } }) => {
    if (url.startsWith('http')) sent.set(requestId, { url, at: wallTime * 1000, bytes: 0 })
  })
  devtools.on('Network.requestServedFromCache', ({ requestId }) => cached.add(requestId))
  devtools.on('Network.responseReceived', ({ requestId, response }) => {
    if (response.fromDiskCache) cached.add(requestId)
  })
  devtools.on('Network.dataReceived', ({ requestId, encodedDataLength }) => {
    const one = sent.get(requestId)
    if (one) one.bytes += encodedDataLength
  })
  await devtools.send('Network.enable')
  await devtools.send('Network.emulateNetworkConditions', network)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowDown })
  // Time that the thread had the processor: what else runs on the machine does not count.
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' })
  await page.addInitScript(watchPage, { form: 'input[type=password]', row: app.row })

  const metric = async (wanted) => {
    const { metrics } = await devtools.send('Performance.getMetrics')
    return metrics.find(({ name }) => name === wanted).value
  }
  const busy = async () => (await metric('TaskDuration')) * 1000
  return {
    page,
    seen: (name) => page.evaluate((one) => window.seen[one], name),
    busy,
    /** Requests that went out before that frame, and the bytes of scripts among them. */
    async loaded(frame) {
      const until = (await page.evaluate(() => performance.timeOrigin)) + frame
      const isCounted = ([id, { at }]) => !cached.has(id) && at <= until
      const all = [...sent].filter(isCounted).map(([, one]) => one)
      const scripts = all.filter(({ url }) => new URL(url).pathname.endsWith('.js'))
      const bytes = scripts.reduce((sum, one) => sum + one.bytes, 0)
      // A module that was fetched first is imported from the cache: one request, not two.
      return { requests: new Set(all.map(({ url }) => url)).size, scriptKb: bytes / 1000 }
    },
    /** Milliseconds and processor time from a click until the frame that shows its result. */
    async click(target, shown) {
      const element = page.locator(target).first()
      await element.scrollIntoViewIfNeeded()
      const { x, y, width, height } = await element.boundingBox()
      const at = [x + Math.min(width / 2, 40), y + height / 2]
      await page.mouse.move(...at)
      await page.evaluate((selector) => window.watchClick(selector), shown)
      const before = await busy()
      await page.mouse.click(...at)
      const ms = await page.evaluate(() => window.clicked)
      return { ms, work: (await busy()) - before }
    },
    async heapMb() {
      await devtools.send('HeapProfiler.enable')
      await devtools.send('HeapProfiler.collectGarbage')
      return (await metric('JSHeapUsedSize')) / 1e6
    },
  }
}
