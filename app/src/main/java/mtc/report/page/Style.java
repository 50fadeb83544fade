package mtc.report.page;

/** How the page looks: light and dark, on a phone, and on paper. */
final class Style {
  static final String CSS =
      """
      :root { color-scheme: light dark;
        --paper: #fff; --ink: #1f2933; --faint: #55606c; --rule: #cfd6dd; --box: #f4f6f9;
        --bad: #b91c1c; --good: #166534; --open: #854d0e; --link: #1d4ed8; --bad-box: #fee2e2;
        --bar: #e3e8ee; --own: #dbe7ff; --own-edge: #1d4ed8; --fault: #fde68a; --fault-ink: #713f12;
        --so: #0e7490; --rt: #7e22ce; --wr: #15803d; --ww: #1d4ed8; --rw: #c2410c; --chip: #fff; }
      @media (prefers-color-scheme: dark) { :root {
        --paper: #14181d; --ink: #e4e8ec; --faint: #a3afbb; --rule: #3b4650; --box: #1f262d;
        --bad: #f87171; --good: #4ade80; --open: #facc15; --link: #93b4ff; --bad-box: #4c1d1d;
        --bar: #2c353e; --own: #1c2f57; --own-edge: #7aa2ff; --fault: #4a3a10; --fault-ink: #fde68a;
        --so: #22d3ee; --rt: #c084fc; --wr: #4ade80; --ww: #7aa2ff; --rw: #fb923c; --chip: #14181d;
      } }
      * { box-sizing: border-box; }
      body { margin: 1.5rem auto; max-width: 72rem; padding: 0 1rem; background: var(--paper);
        color: var(--ink); font: 16px/1.5 system-ui, sans-serif; overflow-wrap: break-word; }
      h2, code, th a, .where, .fold { overflow-wrap: anywhere; }
      a { color: var(--link); } a:focus-visible, summary:focus-visible, button:focus-visible {
        outline: 3px solid var(--link); outline-offset: 2px; }
      .skip { position: absolute; left: -100vw; } .skip:focus { left: 1rem; top: .5rem;
        background: var(--paper); padding: .3rem .6rem; z-index: 9; }
      h1 { font-size: 1.5rem; margin: 0 0 1rem; }
      h2 { font-size: 1.25rem; margin: 2.5rem 0 .3rem; border-top: 2px solid var(--rule);
        padding-top: 1.2rem; }
      h3 { font-size: 1.1rem; margin: 1.8rem 0 .3rem; } h4 { margin: 1.4rem 0 .3rem; }
      p { margin: .3rem 0 .7rem; max-width: 50rem; }
      code, .bar, .label { font: 13px/1.5 ui-monospace, "DejaVu Sans Mono", Menlo, Consolas,
        monospace; unicode-bidi: isolate; }
      .invalid { color: var(--bad); } .valid { color: var(--good); }
      .unknown, .not-read, .not-checked { color: var(--open); }
      .aside, .where, small { color: var(--faint); } .plain { font-size: 1.05rem; }
      .promise { margin: .1rem 0; }
      .fault-line { color: var(--bad); font-weight: 600; }
      .so { --c: var(--so); } .rt { --c: var(--rt); } .wr { --c: var(--wr); }
      .ww { --c: var(--ww); } .rw { --c: var(--rw); }
      .legend b { color: var(--c); } .legend { margin: .8rem 0; }
      table { border-collapse: collapse; width: 100%; font-size: .92rem; }
      td, th { text-align: left; padding: .3rem .9rem .3rem 0; vertical-align: top;
        border-bottom: 1px solid var(--rule); font-weight: inherit; }
      .verdicts th { font-weight: 600; } .verdicts th[scope] { min-width: 8em; }
      .verdicts .first { border-top: 2px solid var(--rule); }
      .verdicts td:nth-child(3), .verdicts th:not([scope]) { white-space: nowrap; }

      .box { border: 1px solid var(--rule); border-left: 5px solid var(--own-edge);
        background: var(--box); border-radius: 6px; padding: .4rem .7rem; margin: .4rem 0;
        max-width: 50rem; }
      .box .name { font-weight: 700; }
      .aborted.box, .indeterminate.box { border-style: dashed; border-left-color: var(--bad); }
      .ops { line-height: 1.9; } .ops code { margin-right: .7rem; }
      code.op { font-weight: 700; } code.aside { color: var(--faint); }
      code.fault { color: var(--bad); font-weight: 700; text-decoration: underline wavy; }
      .fold { display: inline-block; max-width: 100%; vertical-align: top; }
      .fold summary { cursor: pointer; }
      .cycle { position: relative; padding: 0 0 0 2.2rem; margin: .6rem 0; max-width: 52rem; }
      .cycle:not(.closed) { padding-left: 0; }
      .cycle.closed::before { content: ""; position: absolute; left: .5rem; top: 1.1rem;
        bottom: .9rem; width: 1.7rem; border: 2px solid var(--c); border-right: 0;
        border-radius: 10px 0 0 10px; }
      .cycle.closed::after { content: ""; position: absolute; left: 1.7rem; top: calc(1.1rem - 5px);
        border: 6px solid transparent; border-left: 9px solid var(--c); border-right: 0; }
      .edge { position: relative; margin: 0 0 0 1.2rem; padding: .35rem 0 .7rem 1rem;
        border-left: 2px solid var(--c); }
      .edge::after { content: ""; position: absolute; left: -7px; bottom: -5px;
        border: 6px solid transparent; border-top: 9px solid var(--c); border-bottom: 0; }
      .edge.last { padding-bottom: .3rem; border-left-color: transparent; }
      .edge.last::before { content: ""; position: absolute; left: -2px; top: 0; bottom: .9rem;
        border-left: 2px solid var(--c); }
      .edge.last::after { left: -1.3rem; bottom: .9rem; width: 1.3rem; border: 0;
        border-bottom: 2px solid var(--c); }
      .edge.assumed { border-left-style: dashed; }
      .label { color: var(--c); font-weight: 700; white-space: nowrap; }
      .chip { display: inline-block; min-width: 1.35rem; height: 1.35rem; line-height: 1.35rem;
        padding: 0 .3rem; border-radius: .7rem; background: var(--c); color: var(--chip);
        font: 700 12px/1.35rem system-ui, sans-serif; text-align: center; }

      .stuck { border-left: 5px solid var(--bad); padding-left: .9rem; margin: .8rem 0; }
      .steps { max-width: 46rem; } .steps code { margin-right: .6rem; }
      .never td { color: var(--bad); font-weight: 600; }

      .timeline { margin: 1rem 0 1.6rem; } figcaption { font-size: .92rem; max-width: 60rem; }
      .log { margin: .5rem 0; } .strip { position: relative; height: 14px; background: var(--box);
        border: 1px solid var(--rule); border-radius: 4px; overflow: hidden; }
      .strip i { position: absolute; top: 0; bottom: 0; }
      .strip .mark { min-width: 3px; margin-left: -1px; background: var(--own-edge); }
      .strip .mark-fault { min-width: 2px; background: var(--fault); }
      .scroll { overflow-x: auto; border: 1px solid var(--rule); border-radius: 6px;
        margin: .4rem 0; }
      .inner { position: relative; min-width: 100%; width: calc(var(--w) * var(--zoom, 1) * 1px);
        overflow: hidden; overflow: clip; }
      .tick { position: absolute; top: 0; height: 100%; border-left: 1px dotted var(--rule);
        padding-left: 4px; font-size: 12px; line-height: 22px; color: var(--faint);
        white-space: nowrap; overflow: hidden; text-overflow: ellipsis; box-sizing: border-box; }
      .band { position: absolute; top: 22px; bottom: 0; background: var(--fault); opacity: .45;
        min-width: 2px; }
      .fault-name { position: absolute; padding-left: 5px; font-size: 12px; line-height: 20px;
        color: var(--fault-ink); font-weight: 600; white-space: nowrap; }
      .lane { position: absolute; left: 0; right: 0; border-top: 1px solid var(--rule); }
      .lane-name { position: sticky; left: 0; display: inline-block; padding: 0 6px;
        font-size: 12px; line-height: 20px; color: var(--faint); white-space: nowrap; }
      .bar { position: absolute; height: 22px; padding: 0 6px; line-height: 20px; font-size: 12px;
        border: 1px solid var(--faint); border-radius: 4px; background: var(--bar);
        color: var(--ink); text-decoration: none; white-space: nowrap; overflow: hidden; }
      .bar.own { background: var(--own); border: 2px solid var(--own-edge); line-height: 18px;
        font-weight: 700; }
      .bar.at-fault { border-color: var(--bad); background: var(--bad-box); }
      .bar.aborted, .bar.indeterminate { border-style: dashed; }
      .bar.open-ended { border-right-width: 0; border-radius: 4px 0 0 4px; }
      .bar:hover, .bar:focus-visible, .bar.looked-at { outline: 3px solid var(--link);
        outline-offset: 0; z-index: 3; }
      .arrows { position: absolute; inset: 0; width: 100%; height: 100%; pointer-events: none; }
      .arrows line { stroke: var(--c); stroke-width: 2; } .assumed { stroke-dasharray: 5 4; }
      marker path { fill: var(--c); } .defs { position: absolute; }
      .inner .chip { position: absolute; transform: translate(-50%, -50%); pointer-events: none; }
      .told { border: 1px solid var(--rule); border-radius: 6px; padding: .4rem .7rem;
        background: var(--box); font-size: .92rem; min-height: 4.2em; }
      .told code { margin-right: .5rem; }
      .tools { display: flex; flex-wrap: wrap; gap: .4rem; align-items: center; font-size: .85rem;
        margin: .4rem 0; color: var(--faint); } .tools[hidden] { display: none; }
      .tools button { font: inherit; min-width: 2.2rem; padding: .15rem .6rem; color: var(--ink);
        background: var(--box); border: 1px solid var(--faint); border-radius: 6px; }
      .map[hidden] { display: none; }
      .map { position: relative; height: 34px; border: 1px solid var(--rule); border-radius: 4px;
        overflow: hidden; cursor: grab; touch-action: none; background: var(--paper); }
      .map i { position: absolute; min-width: 2px; height: 3px; background: var(--faint); }
      .map i.own { background: var(--own-edge); }
      .map b { position: absolute; top: 0; bottom: 0; border: 2px solid var(--link);
        border-radius: 3px; background: color-mix(in srgb, var(--link) 12%, transparent); }
      .all { margin-top: .5rem; } .all td code { margin-right: .5rem; } .all .own th { font-weight: 700; }
      .all tr:target { background: var(--own); }

      @media (max-width: 42rem) {
        body { padding: 0 .7rem; }
        table, tbody, tr, td, th { display: block; } tr:first-child { display: none; }
        td, th { border: 0; padding: .1rem 0; } td:empty, th:empty { display: none; }
        tr { border-bottom: 1px solid var(--rule); padding: .4rem 0; }
        .verdicts td:nth-child(2):not(:empty), .verdicts td:nth-child(3),
        .steps td:not(:empty) { display: inline; margin-right: .4rem; }
        .verdicts td:nth-child(4), .steps td:last-child { display: block; }
        .steps td:nth-child(3) .fold { display: block; }
        .steps tr td:last-child::before { content: "then: "; color: var(--faint); }
        .cycle { padding-left: 1.6rem; } .edge { margin-left: .6rem; }
        .cycle.closed::before { left: .1rem; width: 1.5rem; }
        .cycle.closed::after { left: 1.1rem; } }
      @media print {
        :root { --paper: #fff; --ink: #000; --faint: #444; --rule: #bbb; --box: #fff;
          --bad: #b91c1c; --good: #166534; --open: #854d0e; --link: #1d4ed8; --bar: #eee; --bad-box: #fee2e2;
          --own: #dbe7ff; --own-edge: #1d4ed8; --fault: #fde68a; --fault-ink: #713f12;
          --so: #0e7490; --rt: #7e22ce; --wr: #15803d; --ww: #1d4ed8; --rw: #c2410c;
          --chip: #fff; print-color-adjust: exact; }
        body { max-width: none; margin: 0; } .scroll { overflow: visible; }
        .inner { width: 100% !important; } .tools, .told, .skip { display: none !important; }
        .box, .edge, tr, h2, h3, figcaption { break-inside: avoid; }
        details::details-content { content-visibility: visible; block-size: auto; } }
      """;

  private Style() {}
}
