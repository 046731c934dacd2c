/*
 * Scrolls any grid by the same steps, one per frame, and checks what is visible. Available as `drive` in the page.
 * Cells are found by their position on the screen, so this works for any grid.
 */

const rowHeight = 24;

class Drive {
  headHeight = 0;
  firstLeft = 0;

  constructor(grid) {
    Object.assign(this, grid);
  }

  /**
   * Scrolls as a browser does. AG Grid occasionally jumps back a little; the target position doesn't accumulate that.
   */
  move(pixels, step) {
    if (step === 0) this.begun = this.scroller.scrollTop;
    this.scroller.scrollTop = this.begun + (step + 1) * pixels;
  }

  /** The area of the rows, without the header. */
  get box() {
    const { left, top } = this.scroller.getBoundingClientRect();
    const { clientWidth: width, clientHeight } = this.scroller;
    return { left, top: top + this.headHeight, width, height: clientHeight - this.headHeight };
  }

  /** Returns the durations of the frames. */
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

  /** Scrolls to each row and waits until it is visible at the top. Returns the durations of the frames. */
  async jumps(rows) {
    const frames = [];
    for (const row of rows) {
      let before = await nextFrame();
      const end = before + 5_000;
      this.goTo(row);
      do {
        if (before > end) throw new Error(`Row ${row} did not appear; the top row is "${this.textAt(0, 0)}".`);
        const now = await nextFrame();
        frames.push(now - before);
        before = now;
        await afterFrame();
      } while (!this.isAtTop(row));
    }
    return frames;
  }

  /** Waits until the first and the last row on the screen show a record. */
  async shown() {
    const last = Math.floor(this.box.height / rowHeight) - 1;
    const end = performance.now() + 30_000;
    while (![0, last].every((row) => this.textAt(row, 0).startsWith('Record ')) && performance.now() < end)
      await nextFrame();
  }

  /** Also true for a neighboring row: the scroll bar of such a long list has less than a pixel per row. */
  isAtTop(row) {
    const text = this.textAt(0, 0);
    return [row - 1, row, row + 1].some((near) => text === `Record ${near}`);
  }

  /** Returns the text at an offset from the left of the first column, in a row counted from the top of the screen. */
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

/** Call after painting: everything is laid out, so reading positions is free. */
function afterFrame() {
  return new Promise((resolve) => {
    setTimeout(resolve);
  });
}

/** Set by the pages of the other grids; the defaults apply to our table. */
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
      // an unscaled list relies on the browser, which doesn't scroll for synthetic events
      if (grid.dispatchEvent(turn)) grid.scrollTop += pixels;
    },
    // like dragging the scroll bar
    goTo: (row) => {
      const part = (row * rowHeight) / (rows * rowHeight - window.drive.box.height);
      grid.scrollTop = part * (grid.scrollHeight - grid.clientHeight);
    },
  };
}

window.drive = new Drive(window.peerGrid ?? table());
