package mtc.formats;

/** What the bytes of a log look like to who does not know its format. */
public enum Look {
  TEXT("plain text"),
  EDN("EDN"),
  JSON("JSON"),
  BINARY("binary");

  private final String label;

  Look(String label) {
    this.label = label;
  }

  public String label() {
    return label;
  }
}
