/*
 * Scrolls any grid by the same steps, one a frame, and tells what is seen. Reached as `drive` in the page;
 * what is looked at is found by its place on the screen, so it does not matter how a grid is built.
 */

const rowHeight = 24;

class Drive {
  headHeight = 0;
  firstLeft = 0;

  constructor(grid) {
    Object.assign(this, grid);
  }

  /** As a browser scrolls by itself. AG Grid now and then takes a step back, which must not add up. */
  move(pixels, step) {
    if (step === 0) this.begun = this.scroller.scrollTop;
    this.scroller.scrollTop = this.begun + (step + 1) * pixels;
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
      this.move(pixels, step);
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

  /** Waits until the first and the last row of the screen show a record. */
  async shown() {
    const last = Math.floor(this.box.height / rowHeight) - 1;
    const end = performance.now() + 30_000;
    while (![0, last].every((row) => this.textAt(row, 0).startsWith('Record ')) && performance.now() < end)
      await nextFrame();
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
    return element?.closest(this.cell)?.textContent.trim() ?? '';
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

/** The table itself tells nothing about how it is driven, the pages of the other grids do. */
function table() {
  const grid = document.querySelector('[role=grid]');
  const rows = Number(new URLSearchParams(location.search).get('rows'));
  return {
    scroller: grid,
    cell: '.cell',
    headHeight: grid.querySelector('.head').offsetHeight,
    firstLeft: 28,
    move: (pixels) => {
      const turn = new WheelEvent('wheel', { deltaY: pixels, bubbles: true, cancelable: true });
      // a list that is not scaled leaves it to the browser, which does nothing for an event from a script
      if (grid.dispatchEvent(turn)) grid.scrollTop += pixels;
    },
    // as the scroll bar is dragged
    goTo: (row) => {
      const part = (row * rowHeight) / (rows * rowHeight - window.drive.box.height);
      grid.scrollTop = part * (grid.scrollHeight - grid.clientHeight);
    },
  };
}

window.drive = new Drive(window.peerGrid ?? table());
