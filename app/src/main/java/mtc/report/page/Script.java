package mtc.report.page;

/**
 * What makes a timeline handier where scripts run: details of the bar under the pointer or in
 * focus, zoom, pan, a map, and keys to go from bar to bar. Nothing is told by it alone.
 */
final class Script {
  static final String JS =
      """
      const timelines = [...document.querySelectorAll(".timeline")].map(figure => {
        const scroll = figure.querySelector(".scroll");
        const inner = figure.querySelector(".inner");
        const told = figure.querySelector(".told");
        const tools = figure.querySelector(".tools");
        const bars = [...figure.querySelectorAll(".bar")];
        const own = bars.filter(bar => bar.classList.contains("own"));
        const heart = bars.filter(bar => bar.classList.contains("heart"));
        const middle = bar => bar.offsetLeft + bar.offsetWidth / 2;
        let zoom = 1;

        // The bar at hand: told below, and the one that Tab comes to.
        const tell = bar => {
          const row = document.getElementById(bar.getAttribute("href").slice(1));
          const cells = [...row.cells];
          told.replaceChildren();
          cells.forEach((cell, i) => {
            const part = document.createElement(i == 0 ? "b" : "span");
            part.append(...cell.cloneNode(true).childNodes);
            told.append(part, i < cells.length - 1 ? " · " : "");
          });
        };
        const show = bar => {
          for (const other of bars) {
            other.tabIndex = other == bar ? 0 : -1;
            other.classList.toggle("looked-at", other == bar);
          }
          const left = bar.offsetLeft, right = left + bar.offsetWidth;
          if (left < scroll.scrollLeft || right > scroll.scrollLeft + scroll.clientWidth)
            scroll.scrollLeft = middle(bar) - scroll.clientWidth / 2;
          tell(bar);
        };
        const go = bar => { if (bar) { show(bar); bar.focus({ preventScroll: true }); } };
        for (const bar of bars) {
          bar.addEventListener("pointerenter", () => tell(bar));
          bar.addEventListener("focus", () => show(bar));
        }

        // From bar to bar.
        const nearest = (bar, row) => row.reduce((best, other) =>
          !best || Math.abs(middle(other) - middle(bar)) < Math.abs(middle(best) - middle(bar))
            ? other : best, null);
        const beside = (bar, step) => {
          const inTime = [...bars].sort((a, b) => a.offsetLeft - b.offsetLeft);
          return inTime[inTime.indexOf(bar) + step];
        };
        const above = (bar, step) => {
          const tops = [...new Set(bars.map(other => other.offsetTop))].sort((a, b) => a - b);
          const top = tops[tops.indexOf(bar.offsetTop) + step];
          return nearest(bar, bars.filter(other => other.offsetTop == top));
        };
        const along = (bar, step) => {
          const at = own.indexOf(bar);
          return at < 0 ? own[0] : own[(at + step + own.length) % own.length];
        };
        inner.addEventListener("keydown", event => {
          const bar = event.target.closest(".bar");
          if (!bar || event.ctrlKey || event.metaKey || event.altKey) return;
          const to = { ArrowRight: () => beside(bar, 1), ArrowLeft: () => beside(bar, -1),
            ArrowDown: () => above(bar, 1), ArrowUp: () => above(bar, -1),
            n: () => along(bar, 1), p: () => along(bar, -1),
            Home: () => own[0], End: () => own[own.length - 1] }[event.key];
          if (to) { event.preventDefault(); go(to()); }
          else if (event.key == "+") setZoom(zoom * 1.5);
          else if (event.key == "-") setZoom(zoom / 1.5);
        });
        inner.addEventListener("click", event => {
          const bar = event.target.closest(".bar");
          if (bar) { event.preventDefault(); show(bar); }
        });

        // Zoom and pan.
        const setZoom = wanted => {
          const fit = scroll.clientWidth / inner.style.getPropertyValue("--w");
          const at = (scroll.scrollLeft + scroll.clientWidth / 2) / inner.offsetWidth;
          zoom = Math.min(Math.max(wanted, Math.min(1, fit)), 16);
          inner.style.setProperty("--zoom", zoom);
          scroll.scrollLeft = at * inner.offsetWidth - scroll.clientWidth / 2;
          draw(measure());
        };
        scroll.addEventListener("wheel", event => {
          if (!event.ctrlKey) return;
          event.preventDefault();
          setZoom(zoom * (event.deltaY < 0 ? 1.25 : 0.8));
        }, { passive: false });
        let dragged = null;
        scroll.addEventListener("pointerdown", event => {
          if (event.pointerType != "mouse" || event.target.closest(".bar")) return;
          dragged = { x: event.clientX, left: scroll.scrollLeft };
          scroll.setPointerCapture(event.pointerId);
        });
        scroll.addEventListener("pointermove", event => {
          if (dragged) scroll.scrollLeft = dragged.left + dragged.x - event.clientX;
        });
        scroll.addEventListener("pointerup", () => { dragged = null; });

        // The map, where not everything is in sight.
        const map = document.createElement("div");
        map.className = "map";
        map.hidden = true;
        map.setAttribute("aria-hidden", "true");
        for (const bar of bars) {
          const mark = document.createElement("i");
          mark.style.left = bar.style.left;
          mark.style.width = bar.style.width;
          mark.style.top = 92 * parseFloat(bar.style.top) / parseFloat(inner.style.height) + "%";
          if (bar.classList.contains("own")) mark.className = "own";
          map.append(mark);
        }
        const view = document.createElement("b");
        map.append(view);
        const measure = () => ({ left: scroll.scrollLeft, of: inner.offsetWidth,
          width: scroll.clientWidth });
        const draw = size => {
          map.hidden = size.of <= size.width + 1;
          view.style.left = 100 * size.left / size.of + "%";
          view.style.width = 100 * size.width / size.of + "%";
        };
        const moveTo = event => {
          const box = map.getBoundingClientRect();
          scroll.scrollLeft =
            (event.clientX - box.left) / box.width * inner.offsetWidth - scroll.clientWidth / 2;
        };
        map.addEventListener("pointerdown", event => {
          map.setPointerCapture(event.pointerId);
          moveTo(event);
        });
        map.addEventListener("pointermove", event => { if (event.buttons) moveTo(event); });
        scroll.addEventListener("scroll", () => draw(measure()));

        // Tools.
        const button = (text, name, act) => {
          const made = document.createElement("button");
          made.type = "button";
          made.textContent = text;
          made.setAttribute("aria-label", name);
          made.addEventListener("click", act);
          tools.append(made);
        };
        const step = by => show(along(bars.find(bar => bar.tabIndex == 0), by));
        button("−", "zoom out", () => setZoom(zoom / 1.5));
        button("+", "zoom in", () => setZoom(zoom * 1.5));
        button("all", "show all of it", () => setZoom(0));
        button("◂", "previous transaction of the counterexample", () => step(-1));
        button("▸", "next transaction of the counterexample", () => step(1));
        tools.append("In the drawing: arrow keys, n and p, + and −.");
        scroll.before(map);
        tools.hidden = false;
        told.hidden = false;
        const first = heart.find(bar => bar.classList.contains("at-fault")) || own[0] || bars[0];
        for (const bar of bars) bar.tabIndex = bar == first ? 0 : -1;
        if (first) tell(first);
        // What the counterexample is of comes into sight, if it is not.
        const ends = some => ({ from: Math.min(...some.map(bar => bar.offsetLeft)),
          to: Math.max(...some.map(bar => bar.offsetLeft + bar.offsetWidth)) });
        const extent = () => ({ all: ends(own), heart: ends(heart.length ? heart : own) });
        const begin = ({ all, heart }, { width }) => {
          if (!own.length) return;
          const { from, to } = all.to - all.from + 32 <= width ? all : heart;
          if (to > width) scroll.scrollLeft = from - 16;
        };
        return { measure, draw, extent, begin };
      });
      // All are measured before any is drawn: else each would lay out the whole page again.
      const drawMaps = () => {
        const sizes = timelines.map(timeline => timeline.measure());
        timelines.forEach((timeline, i) => timeline.draw(sizes[i]));
      };
      addEventListener("resize", drawMaps);
      const begin = timelines.map(timeline => [timeline.extent(), timeline.measure()]);
      timelines.forEach((timeline, i) => timeline.begin(...begin[i]));
      drawMaps();
      // Where a link leads, what is folded up opens.
      const unfold = () => {
        const target = location.hash && document.getElementById(location.hash.slice(1));
        const folded = target && target.closest("details");
        if (folded) folded.open = true;
        if (target && target.classList.contains("bar")) target.focus();
      };
      addEventListener("hashchange", unfold);
      unfold();
      """;

  private Script() {}
}
