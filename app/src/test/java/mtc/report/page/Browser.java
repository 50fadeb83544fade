package mtc.report.page;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.WebSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import mtc.house.Programs;

/** A real browser without a window, spoken to in its DevTools protocol. */
final class Browser implements AutoCloseable {
  private static final int SECONDS = 60;

  private final Process process;
  private final Path profile;
  private final WebSocket socket;
  private final AtomicInteger lastId = new AtomicInteger();
  private final Map<Integer, CompletableFuture<Map<String, Object>>> waiting =
      new ConcurrentHashMap<>();
  private final Map<String, CompletableFuture<Map<String, Object>>> awaited =
      new ConcurrentHashMap<>();

  /** What the page complained of, and what it asked for, since it was opened. */
  final List<String> complaints = Collections.synchronizedList(new ArrayList<>());

  final List<String> requests = Collections.synchronizedList(new ArrayList<>());

  private Browser(Process process, Path profile, URI page) {
    this.process = process;
    this.profile = profile;
    this.socket =
        HttpClient.newHttpClient().newWebSocketBuilder().buildAsync(page, new Ear()).join();
    for (var domain : List.of("Page", "Runtime", "Log", "Network")) {
      send(domain + ".enable", "{}");
    }
  }

  /** The browser's program, or null where there is none. */
  static File program() {
    return Programs.find("chromium", "chromium-browser", "google-chrome");
  }

  static Browser start() throws IOException, InterruptedException {
    var profile = Files.createTempDirectory("mtc-browser");
    var process =
        new ProcessBuilder(
                program().getPath(),
                "--headless",
                "--no-sandbox",
                "--disable-gpu",
                "--disable-quic",
                "--no-first-run",
                "--disable-background-networking",
                "--disable-component-update",
                "--disable-sync",
                "--disable-dev-shm-usage",
                "--remote-debugging-port=0",
                "--user-data-dir=" + profile,
                "about:blank")
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    var port = profile.resolve("DevToolsActivePort");
    for (var i = 0; i < 10 * SECONDS && !(Files.exists(port) && Files.size(port) > 0); i++) {
      Thread.sleep(100);
    }
    var address = "http://127.0.0.1:" + Files.readAllLines(port).getFirst() + "/json/list";
    var request = HttpRequest.newBuilder(URI.create(address)).build();
    var answer =
        HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString()).body();
    var url = "\"webSocketDebuggerUrl\": \"";
    var from = answer.indexOf(url) + url.length();
    return new Browser(
        process, profile, URI.create(answer.substring(from, answer.indexOf('"', from))));
  }

  // What a person does.

  /** Opens a page in a window of this width, and waits until it is there. */
  void open(Path page, int width, boolean isDark) {
    resize(width, 1000);
    media("", isDark);
    complaints.clear();
    requests.clear();
    var loaded = new CompletableFuture<Map<String, Object>>();
    awaited.put("Page.loadEventFired", loaded);
    send("Page.navigate", "{\"url\":" + quoted(page.toUri().toString()) + "}");
    get(loaded);
  }

  void resize(int width, int height) {
    send(
        "Emulation.setDeviceMetricsOverride",
        "{\"width\":%d,\"height\":%d,\"deviceScaleFactor\":1,\"mobile\":false}"
            .formatted(width, height));
  }

  /** {@code print}, or empty for the screen. */
  void media(String type, boolean isDark) {
    send(
        "Emulation.setEmulatedMedia",
        "{\"media\":\"%s\",\"features\":[{\"name\":\"prefers-color-scheme\",\"value\":\"%s\"}]}"
            .formatted(type, isDark ? "dark" : "light"));
  }

  void scripts(boolean run) {
    send("Emulation.setScriptExecutionDisabled", "{\"value\":" + !run + "}");
  }

  /** A key as {@code KeyboardEvent.key} names it. */
  void press(String key) {
    var code =
        switch (key) {
          case "Tab" -> 9;
          case "ArrowLeft" -> 37;
          case "ArrowUp" -> 38;
          case "ArrowRight" -> 39;
          case "ArrowDown" -> 40;
          case "Enter" -> 13;
          default -> (int) Character.toUpperCase(key.charAt(0));
        };
    var text = key.length() == 1 ? ",\"text\":" + quoted(key) : "";
    for (var type : List.of(text.isEmpty() ? "rawKeyDown" : "keyDown", "keyUp")) {
      send(
          "Input.dispatchKeyEvent",
          "{\"type\":\"%s\",\"key\":\"%s\",\"windowsVirtualKeyCode\":%d%s}"
              .formatted(type, key, code, type.equals("keyUp") ? "" : text));
    }
  }

  /** Moves the pointer. */
  void point(int x, int y) {
    send("Input.dispatchMouseEvent", "{\"type\":\"mouseMoved\",\"x\":%d,\"y\":%d}".formatted(x, y));
  }

  /** What an expression comes to, as text. */
  String evaluate(String expression) {
    var answer =
        send(
            "Runtime.evaluate",
            "{\"returnByValue\":true,\"expression\":" + quoted("String(" + expression + ")") + "}");
    if (answer.containsKey("exceptionDetails")) {
      throw new AssertionError(expression + ": " + answer.get("exceptionDetails"));
    }
    return (String) ((Map<?, ?>) answer.get("result")).get("value");
  }

  /** All of the page, however long, as a picture. */
  void screenshot(Path to) throws IOException {
    var height = Integer.parseInt(evaluate("document.documentElement.scrollHeight"));
    var width = Integer.parseInt(evaluate("innerWidth"));
    resize(width, Math.clamp(height, 200, 8000));
    var picture = send("Page.captureScreenshot", "{\"format\":\"png\"}").get("data");
    Files.createDirectories(to.getParent());
    Files.write(to, Base64.getDecoder().decode((String) picture));
    resize(width, 1000);
  }

  /** How many bytes it takes on paper. */
  int print() {
    var paper = send("Page.printToPDF", "{\"printBackground\":true}").get("data");
    return Base64.getDecoder().decode((String) paper).length;
  }

  @Override
  public void close() throws IOException {
    socket.abort();
    process.destroy();
    try {
      if (!process.waitFor(SECONDS, TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    } catch (InterruptedException e) {
      throw new IOException(e);
    }
    try (var files = Files.walk(profile)) {
      for (var file : files.sorted((a, b) -> b.compareTo(a)).toList()) {
        Files.deleteIfExists(file);
      }
    } catch (UncheckedIOException | IOException e) {
      // A helper of the browser may still be writing there; it is a temporary folder.
    }
  }

  // The protocol.

  @SuppressWarnings("unchecked")
  private Map<String, Object> send(String method, String parameters) {
    var id = lastId.incrementAndGet();
    var answer = new CompletableFuture<Map<String, Object>>();
    waiting.put(id, answer);
    socket
        .sendText(
            "{\"id\":%d,\"method\":\"%s\",\"params\":%s}".formatted(id, method, parameters), true)
        .join();
    var message = get(answer);
    if (message.containsKey("error")) {
      throw new AssertionError(method + ": " + message.get("error"));
    }
    return (Map<String, Object>) message.get("result");
  }

  private static Map<String, Object> get(CompletableFuture<Map<String, Object>> answer) {
    return answer.orTimeout(SECONDS, TimeUnit.SECONDS).join();
  }

  private static String quoted(String text) {
    var quoted = new StringBuilder("\"");
    for (var c : text.toCharArray()) {
      quoted.append(c == '"' || c == '\\' ? "\\" + c : c < ' ' ? "\\n" : "" + c);
    }
    return quoted.append('"').toString();
  }

  private final class Ear implements WebSocket.Listener {
    private final StringBuilder heard = new StringBuilder();

    @Override
    public CompletionStage<?> onText(WebSocket from, CharSequence data, boolean isLast) {
      heard.append(data);
      if (isLast) {
        hear(heard.toString());
        heard.setLength(0);
      }
      from.request(1);
      return null;
    }
  }

  @SuppressWarnings("unchecked")
  private void hear(String text) {
    var message = (Map<String, Object>) Json.parse(text);
    if (message.get("id") instanceof Number id) {
      waiting.remove(id.intValue()).complete(message);
      return;
    }
    var method = (String) message.get("method");
    var parameters = (Map<String, Object>) message.get("params");
    switch (method) {
      case "Runtime.exceptionThrown", "Runtime.consoleAPICalled", "Log.entryAdded" ->
          complaints.add(parameters.toString());
      case "Network.requestWillBeSent" ->
          requests.add(((Map<?, ?>) parameters.get("request")).get("url").toString());
      default -> {
        var done = awaited.remove(method);
        if (done != null) {
          done.complete(parameters);
        }
      }
    }
  }
}
