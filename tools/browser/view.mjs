// Tests the page of a log in a browser. Saves screenshots next to the pages.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { chromium } from "playwright-core";

const work = process.argv[2];
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM,
  args: ["no-sandbox", "disable-gpu", "disable-background-networking", "disable-component-update",
    "disable-sync", "no-first-run"].map((name) => `--${name}`),
});

/** Opens a page in a window of a size; a network request or an error is a failure. */
const open = async (name, [width, height], address = "", colorScheme = "light") => {
  const viewport = { width, height };
  const context = await browser.newContext({ viewport, hasTouch: width < 600, colorScheme });
  const page = await context.newPage();
  const wrong = [];
  page.on("request", (request) => {
    if (!request.url().startsWith("file:")) wrong.push(request.url());
  });
  page.on("pageerror", (error) => wrong.push(String(error)));
  page.on("console", (message) => {
    if (message.type() === "error") wrong.push(message.text());
  });
  await page.goto(`file://${work}/${name}.html${address}`);
  return { page, done: async () => { assert.deepEqual(wrong, []); await context.close(); } };
};

const place = (page) => page.textContent("#place");

/** Fails if the page is wider than its window. */
const assertFits = async (page) => {
  const [all, seen] = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return [scrollWidth, clientWidth];
  });
  assert.ok(all <= seen, `${all} > ${seen}`);
};

/** Returns each text whose color is too close to its ground: less than 4.5 to 1. */
const faintTexts = () => {
  const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  const rgba = (color) => {
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = color;
    canvas.fillRect(0, 0, 1, 1);
    return [...canvas.getImageData(0, 0, 1, 1).data];
  };
  const luminance = ([r, g, b]) => {
    const linear = (byte) => {
      const part = byte / 255;
      return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
    };
    return 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b);
  };
  const ratio = (one, other) => {
    const [high, low] = [luminance(rgba(one)), luminance(rgba(other))].sort((a, b) => b - a);
    return (high + 0.05) / (low + 0.05);
  };
  const style = (element) => getComputedStyle(element);
  const ground = (element) => {
    for (let at = element; at; at = at.parentElement) {
      const color = style(at).backgroundColor;
      if (rgba(color)[3] === 255) return color;
    }
    return "white";
  };
  const faint = [];
  const check = (text, color, on) => {
    if (ratio(color, on) < 4.5) faint.push(`${text}: ${color} on ${on}`);
  };
  const words = (element) => [...element.childNodes]
    .some((node) => node.nodeType === Node.TEXT_NODE && node.data.trim() !== "");
  const selector = "body :not(svg, svg *, script, noscript, noscript *, [aria-disabled=true])";
  for (const element of document.querySelectorAll(selector)) {
    if (words(element) && element.checkVisibility()) {
      check(element.textContent.slice(0, 40), style(element).color, ground(element));
    }
  }
  // A text of the drawing lies on a card, on the area of a seat or on the page.
  const fill = (selector) => {
    const shape = document.querySelector(selector);
    return shape && style(shape).fill;
  };
  const grounds = [fill(".card"), fill(".mat"), style(document.body).backgroundColor];
  const inShape = ".on-light, .on-dark, .on-back, .mark, .count-on, .plate + text, .none text";
  for (const text of document.querySelectorAll(`svg text:not(:is(${inShape}))`)) {
    for (const on of grounds.filter(Boolean)) check(text.textContent, style(text).fill, on);
  }
  for (const [shape, text] of [[".back", ".on-back"], [".plate", ".plate + text"]]) {
    const element = document.querySelector(text);
    if (element) check(text, style(element).fill, fill(shape));
  }
  return [...new Set(faint)];
};

const wide = [1280, 900];
const phone = [390, 844];

const tests = {
  "an illegal log opens at its finding": async () => {
    const { page, done } = await open("illegal", wide);
    assert.equal(await place(page), "turn 4 of 4");
    assert.match(await page.textContent("#turn"), /This breaks take\.supply\./);
    const found = await page.textContent("#findings");
    assert.match(found, /take\.supply at turn 4, line 17: one ruby taken/);
    assert.match(found, /Requirement: one ruby in the supply/);
    assert.match(await page.textContent("#legal summary"), /^21 turns are legal here$/);
    await page.screenshot({ path: `${work}/illegal.png` });
    await done();
  },
  "clicks, keys and the slider go from turn to turn, and the address follows": async () => {
    const { page, done } = await open("posts", wide, "#turn-12");
    const turns = Number((await place(page)).match(/^turn 12 of (\d+)$/)[1]);
    const at = (turn) => (turn > turns ? "the end" : `turn ${turn} of ${turns}`);
    const board = () => page.innerHTML("#board");
    const before = await board();
    await page.click("button[data-go=on]");
    assert.equal(await place(page), at(13));
    assert.ok(page.url().endsWith("#turn-13"));
    assert.notEqual(await board(), before);
    await page.click("button[data-go=back]");
    assert.equal(await board(), before);
    const steps = [["ArrowRight", 13], ["PageDown", 17], ["PageUp", 13], ["ArrowLeft", 12]];
    for (const [key, turn] of [...steps, ["End", turns + 1], ["Home", 1]]) {
      await page.keyboard.press(key);
      assert.equal(await place(page), at(turn), key);
    }
    await page.locator("#slider").fill("40");
    assert.equal(await place(page), at(40));
    await page.click("#turns a[href='#turn-31']");
    // The page handles its new address after the click.
    const isAt = (text) => document.getElementById("place").textContent === text;
    await page.waitForFunction(isAt, at(31));
    assert.equal(await page.locator("#turns a[aria-current]").count(), 1);
    await page.click("#legal summary");
    const listed = await page.locator("#legal li").allTextContents();
    const count = Number((await page.textContent("#legal summary")).match(/\d+/)[0]);
    const ways = listed.map((text) => Number(text.match(/\((\d+) ways\)$/)?.[1] ?? 1));
    assert.equal(ways.reduce((sum, one) => sum + one, 0), count);
    await page.screenshot({ path: `${work}/posts.png`, fullPage: true });
    await done();
  },
  "every page fits on a phone without horizontal scrolling": async () => {
    for (const name of ["illegal", "cities", "modules", "hostile", "position"]) {
      const { page, done } = await open(name, phone, "#turn-20");
      await page.locator("#legal summary").click();
      await assertFits(page);
      await done();
    }
    const { page, done } = await open("posts", phone, "#turn-90");
    await assertFits(page);
    const boxOf = (selector) => page.locator(selector).boundingBox();
    const [turn, board, bar] = [await boxOf("#turn"), await boxOf("#board"), await boxOf("nav")];
    assert.ok(turn.y + turn.height <= board.y, "the turn is not above the table");
    assert.ok(board.width > 370, `the board is ${board.width} wide`);
    assert.ok(bar.height < 70, `the bar is ${bar.height} tall`);
    for (const button of await page.locator("nav button:visible").all()) {
      const box = await button.boundingBox();
      assert.ok(box.width >= 44 && box.height >= 44, "a button is too small for a finger");
    }
    await page.tap("button[data-go=on]");
    assert.match(await place(page), /^turn 91 /);
    await page.screenshot({ path: `${work}/phone.png`, fullPage: true });
    await done();
  },
  "texts have contrast in both themes": async () => {
    for (const theme of ["light", "dark"]) {
      for (const name of ["illegal", "modules", "cities"]) {
        const { page, done } = await open(name, wide, "#turn-40", theme);
        await page.locator("#legal summary").click();
        assert.deepEqual(await page.evaluate(faintTexts), [], `${name}, ${theme}`);
        await page.screenshot({ path: `${work}/${name}-${theme}.png` });
        await done();
      }
    }
  },
  "a wide window has the table on the left, as tall as the window": async () => {
    for (const [width, height] of [wide, [1920, 1080]]) {
      const { page, done } = await open("posts", [width, height], "#turn-40");
      const board = await page.locator("#board").boundingBox();
      assert.ok(board.x < 60 && board.height > 0.7 * height, JSON.stringify(board));
      await assertFits(page);
      await done();
    }
  },
  "the title names the players, and the button for findings needs one": async () => {
    const { page, done } = await open("posts", wide);
    assert.equal(await page.textContent("h1"), "Ada, Bo, Cy and Di, game 7");
    assert.match(await page.title(), /^Ada, Bo, Cy and Di, game 7: legal/);
    assert.equal(await page.locator("button[data-go=found]").isVisible(), false);
    await done();
    const illegal = await open("illegal", wide);
    assert.equal(await illegal.page.locator("button[data-go=found]").isVisible(), true);
    await illegal.done();
  },
  "a position has a table and legal turns, and no bar": async () => {
    const { page, done } = await open("position", wide);
    assert.equal(await page.textContent("#turn"), "Round 1.");
    assert.match(await page.textContent("#legal summary"), /^30 turns are legal here$/);
    assert.equal(await page.locator("nav, #turns, #chart").filter({ visible: true }).count(), 0);
    await page.screenshot({ path: `${work}/position.png` });
    await done();
  },
  "cities and hidden cards are drawn": async () => {
    const { page, done } = await open("cities", wide, "#turn-1000000");
    assert.equal(await place(page), "the end");
    assert.ok((await page.innerHTML("#board")).includes("city "));
    await page.screenshot({ path: `${work}/cities.png` });
    await done();
  },
  "drawings have text alternatives": async () => {
    const { page, done } = await open("posts", wide, "#turn-31");
    const label = await page.getAttribute("#board", "aria-label");
    assert.match(label, /market: .*supply: /);
    for (const mat of await page.locator("#seats svg").all()) {
      assert.match(await mat.getAttribute("aria-label"), /^seat \d .*prestige; .*tokens: /);
    }
    assert.equal(await page.getAttribute("#turn", "aria-live"), "polite");
    const nameless = "button:not([aria-label]):not(:has-text('finding'))";
    const unnamed = await page.locator(nameless).count();
    assert.equal(unnamed, 0);
    await done();
  },
  "the table also appears as text and follows the turn": async () => {
    const { page, done } = await open("posts", phone, "#turn-31");
    await page.locator("#plain summary").click();
    const text = () => page.innerText("#plain div");
    const before = await text();
    const rows = ["market, level 3", "supply", "tokens", "bonuses", "hand", "nobles", "prestige"];
    for (const row of rows) assert.ok(before.includes(row), row);
    assert.equal(await page.locator("#plain h3").count(), 5);
    await page.click("button[data-go=on]");
    assert.notEqual(await text(), before);
    await page.click("button[data-go=back]");
    assert.equal(await text(), before);
    await assertFits(page);
    await page.screenshot({ path: `${work}/plain.png`, fullPage: true });
    await done();
  },
  "names cannot break out of the page": async () => {
    const { page, done } = await open("hostile", wide, "#turn-5");
    assert.match(await place(page), /^turn 5 of /);
    const text = await page.textContent("#seats");
    assert.ok(text.includes("</script><!--<script>"), text.slice(0, 200));
    assert.equal(await page.locator("#seats b").count(), 0);
    assert.ok((await page.textContent("#plain div")).includes("</script><!--<script>"));
    assert.equal(await page.locator("#plain b, #plain script").count(), 0);
    const label = await page.locator("#seats svg").first().getAttribute("aria-label");
    assert.ok(label.includes("<script>\\u{0}<b>&amp;\"): "), label);
    await done();
  },
  "a long name does not widen the page": async () => {
    const { page, done } = await open("long", phone, "#turn-3");
    await assertFits(page);
    const meet = await page.evaluate(() => {
      const mats = [...document.querySelectorAll("#seats svg")];
      return mats.map((mat) => {
        const [name, score] = [...mat.querySelectorAll("text.name")].map((text) => text.getBBox());
        return name.x + name.width > score.x;
      });
    });
    assert.ok(meet.length > 1 && !meet.includes(true), "a name stands on the prestige");
    await page.screenshot({ path: `${work}/long.png`, fullPage: true });
    await done();
  },
  "trading posts have room before each seat": async () => {
    const { page, done } = await open("posts", wide, "#turn-1000000");
    const outside = await page.evaluate(() => {
      const plates = [...document.querySelectorAll("#seats .plate")];
      const isOutside = (plate) => {
        const box = plate.getBoundingClientRect();
        const mat = plate.closest("svg").getBoundingClientRect();
        return box.right > mat.right || box.bottom > mat.bottom;
      };
      return plates.filter(isOutside).length;
    });
    assert.equal(outside, 0);
    assert.ok(await page.locator("#seats .plate").count() > 0);
    await done();
  },
  "the tab order starts with the buttons, and a button keeps its focus": async () => {
    const { page, done } = await open("posts", wide, "#turn-2");
    await page.keyboard.press("Tab");
    const focused = () => page.evaluate(() => document.activeElement.dataset.go);
    assert.equal(await focused(), "first");
    await page.keyboard.press("Enter");
    assert.match(await place(page), /^turn 1 /);
    assert.equal(await focused(), "first");
    assert.equal(await page.getAttribute("button[data-go=first]", "aria-disabled"), "true");
    await done();
  },
  "the page is self-contained": async () => {
    const page = readFileSync(`${work}/posts.html`, "utf8");
    // The SVG namespace is not a web address.
    const others = page.replaceAll("http://www.w3.org/2000/svg", "");
    assert.equal(/https?:\/\/|src=|@import|url\(/.exec(others)?.[0], undefined);
  },
};

let failed = 0;
for (const [name, test] of Object.entries(tests)) {
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
