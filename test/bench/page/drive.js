/*
 * Scrolls either grid by the same steps, one a frame, and tells what is seen. Reached as `drive` in the page;
 * what is looked at is found by its place on the screen, so it does not matter how a grid is built.
 */

const rowHeight = 24;

class Drive {
  constructor({ scroller, headHeight, firstLeft, move, goTo }) {
    this.scroller = scroller;
    this.headHeight = headHeight;
    this.firstLeft = firstLeft;
    this.move = move;
    this.goTo = goTo;
  }

  /** Of the rows alone. */
  get box() {
    const { left, top } = this.scroller.getBoundingClientRect();
    const { clientWidth: width, clientHeight } = this.scroller;
    return { left, top: top + this.headHeight, width, height: clientHeight - this.headHeight };
  }

  /** Answers how long the frames took. */
  async steps(count, pixels) {
    const frames = [];
    let before = await nextFrame();
    for (let step = 0; step < count; step++) {
      this.move(pixels);
      const now = await nextFrame();
      frames.push(now - before);
      before = now;
    }
    return frames;
  }

  /** To one row after the other, each time until it is seen at the top. Answers how long the frames took. */
  async jumps(rows) {
    const frames = [];
    for (const row of rows) {
      let before = await nextFrame();
      const end = before + 5_000;
      this.goTo(row);
      do {
        if (before > end) throw new Error(`Row ${row} did not come, "${this.textAt(0, 0)}" is seen.`);
        const now = await nextFrame();
        frames.push(now - before);
        before = now;
        await afterFrame();
      } while (!this.isAtTop(row));
    }
    return frames;
  }

  /** Or beside: the scroll bar of a list of this length has no pixel for every row. */
  isAtTop(row) {
    const text = this.textAt(0, 0);
    return [row - 1, row, row + 1].some((near) => text === `Record ${near}`);
  }

  /** What is read at a distance from the left of the first column, in a row counted from the top of the screen. */
  textAt(row, right) {
    const { left, top } = this.box;
    const x = left + this.firstLeft + 20 + right;
    const element = document.elementFromPoint(x, top + row * rowHeight + rowHeight / 2);
    return element?.closest('.cell, .slick-cell')?.textContent.trim() ?? '';
  }
}

function nextFrame() {
  return new Promise((resolve) => {
    requestAnimationFrame(resolve);
  });
}

/** When the frame is painted: all is laid out, so looking costs nothing. */
function afterFrame() {
  return new Promise((resolve) => {
    setTimeout(resolve);
  });
}

const slick = document.querySelector('.slick-viewport-top.slick-viewport-left');
const grid = document.querySelector('[role=grid]');
const rows = Number(new URLSearchParams(location.search).get('rows'));

window.drive = slick
  ? new Drive({
      scroller: slick,
      headHeight: 0,
      firstLeft: 0,
      move: (pixels) => {
        slick.scrollTop += pixels;
      },
      goTo: (row) => window.slickGrid.scrollRowToTop(row),
    })
  : new Drive({
      scroller: grid,
      headHeight: grid.querySelector('.head').offsetHeight,
      firstLeft: 28,
      move: (pixels) => {
        grid.dispatchEvent(new WheelEvent('wheel', { deltaY: pixels, bubbles: true, cancelable: true }));
      },
      // as the scroll bar is dragged
      goTo: (row) => {
        const part = (row * rowHeight) / (rows * rowHeight - window.drive.box.height);
        grid.scrollTop = part * (grid.scrollHeight - grid.clientHeight);
      },
    });
