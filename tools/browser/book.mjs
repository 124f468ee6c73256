// Tests the built book in a browser: its search, its drawings, the page that judges a log, and the
// two judges of the worked examples.
// Saves screenshots in the work folder.
//
//     node book.mjs WORK BOOK REPLAYS
import assert from "node:assert/strict";
import { existsSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { chromium } from "playwright-core";

const [work, book, replays] = process.argv.slice(2);
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM,
  args: ["no-sandbox", "disable-gpu", "disable-background-networking", "disable-component-update",
    "disable-sync", "no-first-run"].map((name) => `--${name}`),
});
const wide = [1280, 1000];
const phone = [390, 844];

/** Opens a page of the book; a network request or an error is a failure. */
const open = async (name, [width, height] = wide, theme = "light") => {
  const context = await browser.newContext({ viewport: { width, height }, hasTouch: width < 600 });
  await context.addInitScript((name) => {
    try {
      localStorage.setItem("mdbook-theme", name);
    } catch { /* A page outside the book has no theme. */ }
  }, theme);
  const wrong = [];
  context.on("request", (request) => {
    if (!/^(file|blob|data):/.test(request.url())) wrong.push(request.url());
  });
  const page = await context.newPage();
  page.on("pageerror", (error) => wrong.push(String(error)));
  page.on("console", (message) => {
    const text = message.text();
    // Without a verifier, the page and the browser report the missing file.
    const lacking = !judges && text.includes("ERR_FILE_NOT_FOUND");
    if (message.type() === "error" && !lacking) wrong.push(text);
  });
  await page.goto(`file://${book}/${name}`);
  const done = async () => { assert.deepEqual(wrong, []); await context.close(); };
  return { page, context, done };
};

const judges = existsSync(`${book}/check/verifier.js`);
const replay = (name) => `${replays}/${name}.json`;
const state = (page) => page.textContent("#check-state");
const says = (page, words) => page.waitForFunction(
  (words) => document.getElementById("check-state").textContent.includes(words), words);

/** Unfolds every folded part of a page. */
const unfold = (page) => page.evaluate(() => {
  for (const part of document.querySelectorAll("details")) part.open = true;
});

/** Fails if a page is wider than its window. */
const fits = async (page) => {
  const [all, seen] = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return [scrollWidth, clientWidth];
  });
  assert.ok(all <= seen, `${all} > ${seen}`);
};

/** Returns the brightness of a computed CSS color, from 0 to 255. */
const light = (color) => {
  const [red, green, blue] = color.match(/[\d.]+/g).map(Number);
  return 0.299 * red + 0.587 * green + 0.114 * blue;
};

const tests = {
  "the search finds a clause": async () => {
    const { page, done } = await open("introduction.html");
    await page.click("#mdbook-search-toggle");
    await page.locator("#mdbook-searchbar").pressSequentially("pair-needs-four");
    const first = page.locator("#mdbook-searchresults a").first();
    await first.waitFor();
    const found = page.locator("#mdbook-searchresults a[href*='#takepair-needs-four']");
    assert.ok(await found.count() >= 1, await page.textContent("#mdbook-searchresults"));
    await done();
  },
  "every example is drawn, in every theme on light paper": async () => {
    for (const theme of ["light", "navy", "coal"]) {
      const { page, done } = await open("rules/noble.html#nobleearned", wide, theme);
      await unfold(page);
      const drawings = page.locator("figure svg");
      assert.ok(await drawings.count() > 10);
      for (const drawing of await drawings.all()) {
        const [paper, box, name] = await drawing.evaluate((svg) =>
          [getComputedStyle(svg).backgroundColor, svg.getBoundingClientRect().width,
            svg.getAttribute("aria-label")]);
        assert.ok(light(paper) > 240 && box > 250, `${paper}, ${box}`);
        assert.match(name, /supply: |; tokens: /);
      }
      const [text, ground] = await page.locator("figcaption").first().evaluate((caption) => {
        const below = document.documentElement;
        return [getComputedStyle(caption).color, getComputedStyle(below).backgroundColor];
      });
      assert.ok(Math.abs(light(text) - light(ground)) > 90, `${theme}: ${text} on ${ground}`);
      const figure = page.locator("figure").nth(1);
      await figure.scrollIntoViewIfNeeded();
      await page.screenshot({ path: `${work}/book-${theme}.png` });
      await done();
    }
  },
  "the number of a row unfolds its case": async () => {
    const { page, done } = await open("rules/take.html#takefewer");
    const drawing = page.locator("details.case:has([id='take.fewer-2']) figure").first();
    assert.equal(await drawing.isVisible(), false);
    await page.click("a[href='#take.fewer-2']");
    await drawing.waitFor({ state: "visible", timeout: 5000 });
    await done();
  },
  "shared drawings are found on every page": async () => {
    const { page, done } = await open("rules/purchase.html");
    const lacking = await page.evaluate(() => [...document.querySelectorAll("use")]
      .map((use) => use.getAttribute("href")).filter((to) => !document.querySelector(CSS.escape
        ? `[id="${to.slice(1)}"]` : to)));
    assert.deepEqual(lacking, []);
    await unfold(page);
    const card = page.locator("figure use[href^='#card-']").first();
    const box = await card.boundingBox();
    assert.ok(box.width > 40 && box.height > 60, JSON.stringify(box));
    await done();
  },
  "drawings fit on a phone": async () => {
    const { page, done } = await open("rules/noble.html#nobleearned", phone);
    await unfold(page);
    await fits(page);
    await page.locator("figure").nth(1).scrollIntoViewIfNeeded();
    await page.screenshot({ path: `${work}/book-phone.png` });
    await done();
  },
};

const judging = {
  "an illegal log is judged, with its clause, place and reason": async () => {
    const { page, done } = await open("check.html");
    await page.setInputFiles("#check-file", replay("illegal/take-supply"));
    await says(page, "take-supply.json: illegal");
    const found = await page.textContent("#check-found");
    assert.match(found, /take\.supply at turn 4, line 17, column \d+: one ruby taken/);
    assert.match(found, /Requirement: one ruby in the supply/);
    assert.equal(await page.getAttribute("#check-found a", "href"), "rules/take.html#takesupply");
    await page.waitForSelector("#check-words", { state: "attached" });
    assert.match(await page.textContent("#check-words"), /take\.supply/);
    await page.screenshot({ path: `${work}/check.png` });
    await done();
  },
  "a dropped log is legal": async () => {
    const { page, done } = await open("check.html");
    const text = readFileSync(replay("legal/take-supply"), "utf8");
    const data = await page.evaluateHandle((text) => {
      const data = new DataTransfer();
      data.items.add(new File([text], "dropped.json"));
      return data;
    }, text);
    await page.dispatchEvent("#check", "drop", { dataTransfer: data });
    await says(page, "dropped.json: legal");
    await done();
  },
  "a pasted log opens the page of its game": async () => {
    const { page, context, done } = await open("check.html", phone);
    await page.fill("#check-text", readFileSync(replay("illegal/take-supply"), "utf8"));
    await page.click("#check-judge");
    await says(page, "pasted.json: illegal");
    await fits(page);
    for (const part of await page.locator("#check button, #check input").all()) {
      const box = await part.boundingBox();
      assert.ok(box.height >= 44 && box.x + box.width <= phone[0], JSON.stringify(box));
    }
    await page.screenshot({ path: `${work}/check-phone.png`, fullPage: true });
    const [game] = await Promise.all([
      context.waitForEvent("page"), page.click("#check-found button")]);
    await game.waitForSelector("#place");
    assert.equal(await game.textContent("#place"), "turn 4 of 4");
    await done();
  },
  "garbage is rejected with a reason and not inserted into the page": async () => {
    const { page, done } = await open("check.html");
    const hostile = '{"format":"<img src=x onerror=alert(1)>"}';
    for (const text of ["{", "hello", "\u0000", "[".repeat(2_000_000), hostile]) {
      await page.fill("#check-text", text);
      await page.click("#check-judge");
      await says(page, "pasted.json: ");
      assert.match(await state(page), /malformed|unsupported/);
      assert.match(await page.textContent("#check-found"), /format/);
    }
    assert.equal(await page.locator("#check-found img").count(), 0);
    await done();
  },
  "a file of 50 MB is rejected with the limit": async () => {
    const { page, done } = await open("check.html");
    writeFileSync(`${work}/large.json`, Buffer.alloc(50_000_000, 32));
    await page.setInputFiles("#check-file", `${work}/large.json`);
    await says(page, "47.7 MiB; this page judges at most 32 MiB");
    await done();
  },
  "many logs are counted, and can be stopped": async () => {
    const { page, done } = await open("check.html");
    const line = (name) => JSON.stringify(JSON.parse(readFileSync(replay(name), "utf8")));
    const both = `${line("legal/take-supply")}\n${line("illegal/take-supply")}\n`;
    writeFileSync(`${work}/many.jsonl`, both.repeat(400));
    await page.setInputFiles("#check-file", `${work}/many.jsonl`);
    await says(page, "800 logs: 400 legal, 400 illegal");
    await page.setInputFiles("#check-file", []);
    writeFileSync(`${work}/many.jsonl`, `${" ".repeat(1000)}\n`.repeat(20_000) + both.repeat(499));
    await page.setInputFiles("#check-file", `${work}/many.jsonl`);
    await page.click("#check-stop:not([disabled])");
    assert.equal(await state(page), "Stopped.");
    // The page judges the next log.
    await page.setInputFiles("#check-file", replay("legal/take-supply"));
    await says(page, "take-supply.json: legal");
    await done();
  },
  "the content policy forbids every connection": async () => {
    const { page, context } = await open("check.html");
    const refused = await page.evaluate(() =>
      fetch("https://example.invalid/").then(() => "sent", (error) => String(error)));
    assert.match(refused, /TypeError/);
    const policy = await page.getAttribute("meta[http-equiv=Content-Security-Policy]", "content");
    assert.match(policy, /connect-src 'none'/);
    await context.close();
  },
};

/** Returns the pages of the book with worked examples; the print page repeats all of them. */
const pagesWithExamples = () => readdirSync(book, { recursive: true }).filter((name) =>
  name.endsWith(".html") && name !== "print.html" &&
  readFileSync(`${book}/${name}`, "utf8").includes('class="language-json example"'));

/** Clicks every "Run it here" of a page; returns each example with its result. */
const judgedExamples = async (page) => {
  const examples = await page.locator("code.example").allTextContents();
  await page.evaluate(() => {
    for (const button of document.querySelectorAll(".judges button")) button.click();
  });
  await page.waitForFunction((count) =>
    document.querySelectorAll(".judges .state[data-done]").length === count, examples.length);
  const results = await page.locator(".judges .state").evaluateAll((all) => all.map((state) => ({
    text: state.textContent,
    agree: state.querySelectorAll(".agree").length,
    disagree: state.querySelectorAll(".disagree").length,
  })));
  return examples.map((text, at) => ({ ...JSON.parse(text), ...results[at] }));
};

/** Fails unless the result of an example is the expected one, from both judges where both know its
 * rules. */
const checkResult = ({ turns, expect, text, agree, disagree }) => {
  assert.equal(disagree, 0, text);
  const coreOnly = /^(component\.|orient\.cards$)/.test(expect.breaks);
  assert.equal(agree, coreOnly || turns.length === 0 ? 0 : 1, text);
  if (coreOnly) assert.match(text, /only the core judges it: .*The logic program cannot judge it/);
  const due = expect.breaks
    ? `breaks ${expect.breaks}: ${expect.message}.`
    : "legal; prestige ";
  assert.ok(turns.length === 0 || text.includes(due), `${due}: ${text}`);
  return agree;
};

const example = (page, button = 0) => ({
  start: () => page.locator(".judges button").nth(button).evaluate((button) => button.click()),
  run: async (text) => {
    await page.locator(".judges textarea").evaluate((area, text) => { area.value = text; }, text);
    await page.locator(".judges textarea + button").evaluate((button) => button.click());
  },
  result: async () => {
    await page.locator(".judges .state[data-done]").waitFor({ state: "attached" });
    return page.textContent(".judges .state");
  },
});

const judgingExamples = {
  "both judges agree about every example of the rules": async () => {
    let [count, agreed] = [0, 0];
    for (const name of pagesWithExamples()) {
      const { page, done } = await open(name);
      for (const judged of await judgedExamples(page)) {
        count += 1;
        agreed += checkResult(judged);
      }
      await done();
    }
    console.log(`        ${count} examples, of which both judges know ${agreed}`);
    assert.ok(count > 100 && agreed > 100);
  },
  "an edited example is judged again": async () => {
    const { page, done } = await open("rules/take.html", phone);
    const { start, run, result } = example(page);
    await start();
    assert.match(await result(), /Both judges agree: seat 0: .* breaks take\.no-gold: one gold/);
    const reason = /Why: seat 0: .*illegal: one gold.*take\.no-gold not met: one gold/s;
    assert.match(await result(), reason);
    const text = await page.inputValue(".judges textarea");
    await run(text.replace('"gold"', '"emerald", "ruby"'));
    await page.waitForSelector(".judges .agree:has-text('legal; prestige 0 and 0.')",
      { state: "attached" });
    // The reasons: the sentence, and each condition with a link to its clause.
    const why = page.locator(".judges details.why");
    assert.match(await why.textContent(), /^Why: seat 0: .*legal: .*take\.supply met: /s);
    assert.equal(await why.locator("a[href$='take.html#takesupply']").count(), 1);
    for (const wrong of ["{", "", text.replace("2024", "<img src=x onerror=alert(1)>")]) {
      await run(wrong);
      assert.match(await result(), /^There is no verdict: /);
    }
    assert.equal(await page.locator(".judges img").count(), 0);
    await fits(page);
    await done();
  },
  "a disagreement shows both answers in red": async () => {
    const { page, done } = await open("rules/take.html");
    // A wrong logic program: a pair needs five.
    await page.evaluate(() => Object.defineProperty(globalThis, "splendorLogic", {
      set: (logic) => {
        const rules = logic.rules.replace("supply(P,C,K), K < 4.", "supply(P,C,K), K < 5.");
        Object.defineProperty(globalThis, "splendorLogic", { value: { ...logic, rules } });
      },
      configurable: true,
    }));
    const { start, run, result } = example(page);
    await start();
    await result();
    const taken = { seat: 0, take: ["diamond", "diamond"] };
    const read = JSON.parse(await page.inputValue(".judges textarea"));
    await run(JSON.stringify({ ...read, turns: [taken] }));
    const shown = page.locator(".judges .disagree");
    await shown.waitFor({ state: "attached" });
    assert.match(await shown.textContent(), new RegExp("The judges disagree\\. Turn 1, seat 0: .*" +
      "The core: legal.*The logic program: breaks take\\.pair-needs-four"));
    await shown.scrollIntoViewIfNeeded();
    const [red, green, blue] = await shown.evaluate((part) =>
      getComputedStyle(part).backgroundColor.match(/\d+/g).map(Number));
    assert.ok(red > 120 && green < 60 && blue < 60, `${red} ${green} ${blue}`);
    await page.screenshot({ path: `${work}/book-judges.png` });
    await done();
  },
};

const lacking = {
  "without the judges an example reports it": async () => {
    const { page, done } = await open("rules/take.html");
    const { start, result } = example(page);
    await start();
    assert.match(await result(), /built without the two judges/);
    await done();
  },
  "without a verifier the page reports it": async () => {
    const { page, done } = await open("check.html");
    assert.match(await page.textContent("#check"), /built without the verifier/);
    await done();
  },
};

const variants = judges ? { ...judging, ...judgingExamples } : lacking;
let failed = 0;
for (const [name, test] of Object.entries({ ...tests, ...variants })) {
  try {
    await test();
    console.log(`ok      ${name}`);
  } catch (error) {
    failed += 1;
    console.log(`FAILED  ${name}\n${error.stack}`);
  }
}
await browser.close();
process.exit(failed === 0 ? 0 : 1);
